package ndk

import (
	"os"
	"path/filepath"
	"testing"
)

// namer runs a compiler, and gives Android's name to the C library that what it links needs
// (on x86, the dynamic linker is part of that).
const namer = `#!/bin/sh
case $1 in -dumpmachine) exec "$0.linux" "$@" ;; esac
"$0.linux" -static-libgcc "$@" || exit
for word; do
    case $last in -o) sed -i 's/libc\.so\.6\x00/libc.so\x00\x00\x00/g; s/ld-linux-x86-64\.so\.2\x00/libc.so\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00/g' "$word" ;; esac
    last=$word
done
`

// AndroidNames has the compilers of a stand-in link to a C library that is called as Android's is. A process into which that
// is loaded has to have one of that name already.
func AndroidNames(t testing.TB, root string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(host(root), "bin", "*-clang"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%v: no compilers in %s", err, root)
	}
	for _, cc := range all {
		if err := os.Rename(cc, cc+".linux"); err != nil {
			t.Fatal(err)
		}
		Write(t, cc, namer, 0o755)
	}
}
