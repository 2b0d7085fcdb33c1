//go:build !unix

package ownfolder

import "io/fs"

// IsOwner cannot be told here: folders are their user's unless somebody changed that.
func IsOwner(fs.FileInfo) bool { return true }
