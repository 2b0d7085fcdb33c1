// Package tracepb holds the messages of trace/format/gltrace.proto: what a trace consists of.
package tracepb
