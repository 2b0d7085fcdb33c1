// Package hold lets one process at a time have a folder: until it lets go, or ends, however it does.
package hold

// A State says what came of an attempt to take a folder.
type State int

// The folder is this process's; another one has it; or nobody can have it, because its file system has no locks.
const (
	Held State = iota
	Busy
	Unknown
)
