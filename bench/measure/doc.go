// Package measure is what the benchmarks share: processes that are run in turns, so that the machine's other load
// falls on all of them alike; medians and spreads; peak memory; references to which limits are scaled; a table for
// people and a JSON report for machines.
package measure
