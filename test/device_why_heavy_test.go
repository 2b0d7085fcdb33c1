//go:build heavy

package test

import (
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// For any combination of problems, following the proposed commands repeatedly ends with a loaded layer.
func TestDeviceWhyMendsAll(t *testing.T) {
	server := device.Server(t)
	dir := t.TempDir()
	buildLayer(t, filepath.Join(dir, "liba.so"))
	for _, c := range whyCases {
		if c.args != "" { // apps that none of our commands builds
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			p := connect(t, server, c.options)
			if c.setup != "" {
				p.sh(t, c.setup)
			}
			var done []string
			for range 8 {
				a := p.why(t, game, "--layer", "liba.so")
				if a.Loaded {
					return
				}
				done = append(done, a.First.ID+": "+a.First.Remedy)
				p.host(t, dir, a.remedy())
			}
			t.Errorf("not loaded after %q", done)
		})
	}
}
