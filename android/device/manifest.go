package device

import (
	"encoding/base64"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// readManifest takes from an app's binary manifest, in base64, what dumpsys does not tell. A manifest that is
// not there or not to be understood leaves the facts as they are.
func (p *Package) readManifest(text string) {
	data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.TrimSpace(text))))
	if err != nil || len(data) == 0 {
		return
	}
	m, err := axml.ReadManifest(data)
	if err != nil || m.Package != p.Name {
		return
	}
	p.InjectLayers, p.Profileable = m.InjectLayers, m.ProfileableByShell
	p.ExtractsLibs = m.ExtractNativeLibs == nil || *m.ExtractNativeLibs
}
