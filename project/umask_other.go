//go:build !unix

package project

import "os"

// umask is nothing where the system has none.
func umask() os.FileMode { return 0 }
