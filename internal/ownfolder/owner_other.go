//go:build !unix

package ownfolder

import "io/fs"

// itself: links to folders are rare here, and not everybody can make them.
const itself = 0

// IsOwner cannot be told here: folders are their user's unless somebody changed that.
func IsOwner(fs.FileInfo) bool { return true }

// others: a mode says nothing of that here, and each folder's looks as if it were open to all.
func others(fs.FileInfo) fs.FileMode { return 0 }
