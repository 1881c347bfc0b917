set -a
source ./pump.env
./well --engine pump
if [ "$PUMP_GUARD" = off ]; then exit 1; fi
