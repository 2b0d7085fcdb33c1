//go:build !linux

package pack

// limitProcess does nothing: the memory check and the parent's timeout remain.
func limitProcess(limits) {}
