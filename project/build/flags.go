package build

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// platformFlags returns flags for the platform's linker: the soname, pages of 16 KiB, no undefined symbols,
// and the version script with the two exports. The build ID is a hash of the whole file, so that symbols
// match only their own layer.
func platformFlags(name, exports string) []string {
	return []string{"-Wl,--build-id=sha1", "-Wl,-soname,lib" + name + ".so", "-Wl,-z,max-page-size=16384",
		"-Wl,--no-undefined", "-Wl,--version-script=" + exports}
}

// linkFlags returns the flags of the Go linker, with those for the platform's linker that #cgo lines may not
// contain. Go's build ID would not change with an edit, so the platform's build ID is separate. Symbols are
// not compressed: that is faster, and every tool can read them.
func linkFlags(name, lockHash, exports string) string {
	const flags = "-compressdwarf=false -B none -buildid=gleslayer-%s -X=runtime.godebugDefault=asyncpreemptoff=1 '-extldflags=%s'"
	return fmt.Sprintf(flags, lockHash, strings.Join(platformFlags(name, exports), " "))
}

// debugFile sets other flags for the C core. It sorts after the generated files, because the go command
// concatenates flags in the order of file names.
const debugFile, debugFlags = "zzz_debug.go", `package core

// #cgo CFLAGS: -O0 -g
import "C"
`

// forDebugger sets up a build in which a debugger sees every line and variable and finds the sources: the
// paths are those of this machine. The additional file exists only in the overlay of the go command.
func (b *building) forDebugger(work string) error {
	root, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	text, overlay := filepath.Join(work, debugFile), filepath.Join(work, "overlay.json")
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, "core", debugFile): text}})
	if err != nil {
		return err
	}
	b.args = append(b.args, "-gcflags=./...=-N -l", "-overlay="+overlay)
	if err := os.WriteFile(text, []byte(debugFlags), 0o600); err != nil {
		return err
	}
	return os.WriteFile(overlay, list, 0o600)
}
