package apk

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func TestReadLayersBad(t *testing.T) {
	good := makeLayer(t, "x86_64", "liba.so").Path
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"layer.so": "", "libtext.so": "text", "lib a.so": ""})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{in("layer.so")}, "Android extracts only files named lib*.so"},
		{[]string{in("lib a.so")}, "Android extracts only files named lib*.so"},
		{[]string{in("libtext.so")}, in("libtext.so") + ": "},
		{[]string{in("libnone.so")}, in("libnone.so") + ": no such file"},
		{[]string{good, good}, good + ": the command line contains this layer twice"},
		{[]string{good, makeLayer(t, "x86_64", "liba.so").Path}, good + " has the same file name, liba.so, and the same ABI, x86_64"},
	} {
		if _, err := ReadLayers(c.paths); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.paths, err)
		}
	}
}
