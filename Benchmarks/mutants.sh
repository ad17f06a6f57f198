#!/usr/bin/env bash
# Benchmarks/run mutants [name…]: the share of small mistakes that the checks find in the fixed modules of the corpus, in the
# other examples, in the kernel and in the stepper of tea-check. Names are prefixes of the names of the modules to mutate.
#
#   BOUND=10     the seconds of processor time in which a mutant must be found
#
# Columns: the mutants that compile and do not mean the same as the program; those killed, and their share; the steps of the
# counterexample and the seconds from the start of the process to its end, means over the killed mutants. Below: the mutants
# that survive. Mutants listed in mutants.equivalent mean the same as the program and are not run; a line there that fits no
# mutant ends in an exit code other than 0.
set -euo pipefail
cd "$(dirname "$0")"
python3 mutants.py .. .build-mutants "$@"
