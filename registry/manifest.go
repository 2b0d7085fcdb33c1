package registry

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// ManifestName is the file that Fetch writes next to gl.xml and egl.xml. The XML files carry no date.
const ManifestName = "registry.json"

// Manifest records where registry files came from.
type Manifest struct {
	Schema int             `json:"schema"` // 1
	Files  []ManifestEntry `json:"files"`
}

// ManifestEntry is one file of a Manifest.
type ManifestEntry struct {
	Name     string `json:"name"`
	URL      string `json:"url"`
	Revision string `json:"revision"` // as requested, such as main
	Date     string `json:"date"`     // of the last change of the file, YYYY-MM-DD; empty if unknown
	SHA256   string `json:"sha256"`
}

// manifestDate returns the date that the manifest next to path records for exactly this content, or "".
func manifestDate(path string, data []byte) string {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), ManifestName))
	if err != nil {
		return ""
	}
	var m Manifest
	if json.Unmarshal(text, &m) != nil {
		return ""
	}
	hash := hashOf(data)
	for _, f := range m.Files {
		if f.SHA256 == hash {
			return f.Date
		}
	}
	return ""
}
