//go:build !unix

package ownfolder

import "io/fs"

// isOwner cannot be told here: folders are their user's unless somebody changed that.
func isOwner(fs.FileInfo) bool { return true }
