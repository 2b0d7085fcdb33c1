package registry

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// ManifestName is the file that Fetch leaves beside gl.xml and egl.xml. The XML says no date of its own.
const ManifestName = "registry.json"

// Manifest says where registry files came from.
type Manifest struct {
	Schema int             `json:"schema"` // 1
	Files  []ManifestEntry `json:"files"`
}

// ManifestEntry is one file of a Manifest.
type ManifestEntry struct {
	Name     string `json:"name"`
	URL      string `json:"url"`
	Revision string `json:"revision"` // as asked for, e.g. main
	Date     string `json:"date"`     // of the last change of the file, YYYY-MM-DD; empty if unknown
	SHA256   string `json:"sha256"`
}

// manifestDate is the date the manifest beside path gives to exactly this content, or "".
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
