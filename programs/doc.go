// Package programs runs programs that other people wrote under layers, on this machine: their output, pixels, results and
// exit status have to be the same as without. The tests are heavy; scripts/deps.tsv names the programs.
package programs
