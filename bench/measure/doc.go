// Package measure has what the benchmarks share: processes that alternate, so that other load affects all of
// them alike; medians and spreads; peak memory; references that scale the limits; a table for people and a
// JSON report for machines; and a directory in which a benchmark builds what it measures.
package measure
