export PUMP_RATE=8 PUMP_BUILD=/opt/build
./mill
