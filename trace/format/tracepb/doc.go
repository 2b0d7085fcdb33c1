// Package tracepb has the messages of a recording, generated from trace/format/gltrace.proto.
package tracepb
