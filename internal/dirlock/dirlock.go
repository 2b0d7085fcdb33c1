// Package dirlock locks directories between processes. The system releases a lock when its file is closed or its process ends.
package dirlock

// A State is the result of an attempt to lock a directory.
type State int

// The states of a lock.
const (
	Locked  State = iota // this process has the lock
	Busy                 // another process has the lock
	Unknown              // the file system has no locks
)
