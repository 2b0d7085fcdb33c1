package doctor

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
)

// ndk finds the NDK that build --abi uses.
func (m *Machine) ndk() (path, version, problem string) {
	ndk, err := android.FindNDK(m.Getenv)
	if err != nil {
		return "", "", err.Error()
	}
	return ndk.Root, ndkVersion(ndk.Root), ""
}

// ndkVersion returns the revision of an NDK, or "".
func ndkVersion(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "source.properties"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "Pkg.Revision" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
