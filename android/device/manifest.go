package device

import (
	"encoding/base64"
	"io"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// readManifest reads from an app's binary manifest, in base64, what dumpsys does not report. A missing or
// unreadable manifest leaves the facts unchanged.
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
	p.DeveloperDriver, p.PrefersAngle, p.Game = m.DeveloperDriver, m.PrefersAngle, m.Game
	p.ExtractsLibs = m.ExtractNativeLibs == nil || *m.ExtractNativeLibs
}
