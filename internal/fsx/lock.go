package fsx

// LockState is the result of an attempt to lock a directory.
type LockState int

// The states of a lock.
const (
	Locked          LockState = iota // this process has the lock
	LockBusy                         // another process has the lock
	LockUnsupported                  // the file system has no locks
)
