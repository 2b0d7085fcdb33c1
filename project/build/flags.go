package build

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// platformFlags are for the platform's linker: the name others link against, pages of 16 KiB, no missing symbols, and the
// list of the two exports. The build id is a hash of the whole file, so that symbols fit their own layer only.
func platformFlags(name, exports string) []string {
	return []string{"-Wl,--build-id=sha1", "-Wl,-soname,lib" + name + ".so", "-Wl,-z,max-page-size=16384",
		"-Wl,--no-undefined", "-Wl,--version-script=" + exports}
}

// linkFlags are what the Go linker is told. It hands on what #cgo lines may not hold. Go's build id would be the same
// after an edit, so it is not the platform's. Symbols stay uncompressed, which is quicker, and every tool reads them.
func linkFlags(name, lockHash, exports string) string {
	const flags = "-compressdwarf=false -B none -buildid=gleslayer-%s -X=runtime.godebugDefault=asyncpreemptoff=1 '-extldflags=%s'"
	return fmt.Sprintf(flags, lockHash, strings.Join(platformFlags(name, exports), " "))
}

// debugFile gives the C core other flags. They come behind those of the generated files, because the Go tool
// takes files by name.
const debugFile, debugFlags = "zzz_debug.go", `package core

// #cgo CFLAGS: -O0 -g
import "C"
`

// forDebugger makes a build of which a debugger can see every line and variable, and finds the sources: their paths
// are this machine's. The additional file is there for the Go tool only.
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
