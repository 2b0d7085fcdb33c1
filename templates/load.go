package templates

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"
)

// Load reads the description of a pack that is a folder.
func Load(dir string) (*Pack, error) {
	p := &Pack{fs: os.DirFS(dir)}
	text, err := p.Text("pack.yaml")
	if err != nil {
		return nil, fmt.Errorf("template pack %s: %w", dir, err)
	}
	if err := yaml.UnmarshalWithOptions([]byte(text), p, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("template pack %s: %w", dir, err)
	}
	return p, nil
}
