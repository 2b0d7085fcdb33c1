// Package programs tests third-party programs under layers on this machine: output, pixels, results and exit status must
// equal those of a run without layers. The tests need the build tag heavy; scripts/deps.tsv lists the programs.
package programs
