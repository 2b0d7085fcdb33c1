//go:build !unix

package fsx

import "io/fs"

// noFollow is 0: links to directories are rare on Windows and need a privilege.
const noFollow = 0

// openRegular is 0: this system has no such flags.
const openRegular = 0

// IsOwner reports true: a FileInfo has no owner on this system, and by default a directory belongs to its user.
func IsOwner(fs.FileInfo) bool { return true }

// permOthers returns 0: on this system a file mode does not show the permissions of other users.
func permOthers(fs.FileInfo) fs.FileMode { return 0 }
