package testutil

import (
	"os"
	"path/filepath"
	"testing"
)

// ndkNamer runs a compiler and replaces the name of the C library in its output by that of Android. On x86, it also replaces the
// name of the dynamic linker.
const ndkNamer = `#!/bin/sh
case $1 in -dumpmachine) exec "$0.linux" "$@" ;; esac
"$0.linux" -static-libgcc "$@" || exit
for word; do
    case $last in -o) sed -i 's/libc\.so\.6\x00/libc.so\x00\x00\x00/g; s/ld-linux-x86-64\.so\.2\x00/libc.so\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00/g' "$word" ;; esac
    last=$word
done
`

// UseAndroidNames makes the compilers of a stand-in link a C library with the name that Android uses. A process that loads the
// result must have loaded a library of that name.
func UseAndroidNames(t testing.TB, root string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(ndkHost(root), "bin", "*-clang"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%v: no compilers in %s", err, root)
	}
	for _, cc := range all {
		if err := os.Rename(cc, cc+".linux"); err != nil {
			t.Fatal(err)
		}
		WriteFile(t, cc, ndkNamer, 0o755)
	}
}
