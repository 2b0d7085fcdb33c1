package examples

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed layers
var layerFiles embed.FS

// Layer is a small layer with a purpose, which new --example writes.
type Layer struct {
	Name      string
	Init      string   // active or passive
	Intercept []string // patterns
	Use       []string
	Modules   []string
	Purpose   string // without a final full stop
}

// Layers returns the layers of new --example, sorted by name.
var Layers = sync.OnceValue(func() []Layer {
	text, err := layerFiles.ReadFile("layers/layers.tsv")
	if err != nil {
		panic(err) // the file is embedded
	}
	return table.Must("layers.tsv", string(text), 6, table.Row(func(row []string) Layer {
		return Layer{row[0], row[1], list(row[2]), list(row[3]), list(row[4]), row[5]}
	}))
})

func list(column string) []string {
	if column == "-" {
		return nil
	}
	return strings.Split(column, ",")
}

// ignored keeps the files of a layer out of the builds of this module.
const ignored = "//go:build ignore\n\n"

// Files returns the author's files of a layer, by path, for a project with a module path.
func (l Layer) Files(module string) map[string][]byte {
	dir := path.Join("layers", l.Name)
	entries, err := fs.ReadDir(layerFiles, dir)
	if err != nil {
		panic(err) // the directory is embedded
	}
	files := map[string][]byte{}
	for _, e := range entries {
		text, err := layerFiles.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			panic(err)
		}
		text = bytes.TrimPrefix(text, []byte(ignored))
		files[e.Name()] = bytes.ReplaceAll(text, []byte(`"layer/`), []byte(`"`+module+`/`))
	}
	return files
}
