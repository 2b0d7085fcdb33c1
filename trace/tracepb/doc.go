// Package tracepb holds the messages of trace/gltrace.proto: what a trace consists of.
package tracepb
