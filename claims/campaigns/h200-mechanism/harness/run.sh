#!/usr/bin/env bash
# Build the programs and measure: run.sh FOLDER. Needs nvcc, PyTorch with NCCL, and one or two H200.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
gpus=$(nvidia-smi --list-gpus | wc -l)

for program in hop issue step; do
    nvcc -O2 -std=c++17 -gencode arch=compute_90,code=sm_90 -o "$built/$program" "$here/$program.cu" &
done
wait
raw=$built/raw
mkdir "$raw"
python3 "$here/environment.py" "$folder/environment.json"
# A program that takes too long is ended, and what the others measured is kept.
status=0
within() {
    local name=$1
    shift
    echo "$name ..."
    timeout --kill-after 5 "$@" >"$built/$name.log" 2>&1 || status=$?
    tail -n 4 "$built/$name.log"
}
within hop 60 "$built/hop" "$raw"
within issue 150 "$built/issue" "$raw"
if [ "$gpus" -ge 2 ]; then
    within step 120 "$built/step" "$raw"
    within exchange 200 torchrun --nproc-per-node 2 "$here/exchange.py" "$raw"
else
    echo "step and exchange: not run, there is one device"
fi
python3 "$here/environment.py" "$folder/environment.json"
python3 "$here/pack.py" "$raw" "$folder"
exit $status
