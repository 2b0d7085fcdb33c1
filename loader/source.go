package loader

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"text/template"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

//go:embed host
var hostFiles embed.FS

var hostTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").
		Funcs(template.FuncMap{"cString": cString}).ParseFS(hostFiles, "host/*.tmpl"))
})

// sources returns the content of each source file of the loader's libraries, by its path in the source
// directory.
func sources(t tables, d Driver) (map[string][]byte, error) {
	data := struct {
		tables
		Driver    Driver
		Slots     []int
		All       []int
		Wrapped   []wrapped
		CheckedGL []checkedGL
		Unlisted  []string
	}{t, d, indices(len(t.Functions), rules.Newest().Slots()), indices(0, len(t.Functions)+rules.Newest().Slots()), t.Wrapped(registry.Builtin()), t.CheckedGL(registry.Builtin()), t.Unlisted(registry.Builtin())}
	files := map[string][]byte{}
	err := fs.WalkDir(hostFiles, "host", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, generated := strings.CutSuffix(strings.TrimPrefix(path, "host/"), ".tmpl")
		if !generated {
			files[name], err = hostFiles.ReadFile(path)
			return err
		}
		var out bytes.Buffer
		err = hostTemplates().ExecuteTemplate(&out, entry.Name(), data)
		files[name] = out.Bytes()
		return err
	})
	return files, err
}

// WriteSources writes the C sources of the loader's libraries to a new directory, for a driver that exports only Android's
// functions. clangd and clang-tidy need the generated headers among them.
func WriteSources(dir string) error {
	files, err := sources(newTables(exports{}), Driver{})
	if err != nil {
		return err
	}
	return writeSources(dir, files)
}

func indices(first, count int) []int {
	list := make([]int, count)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// cString quotes any path for C. It writes special bytes as octal escapes, which end after three digits.
func cString(text string) string {
	var out strings.Builder
	for _, b := range []byte(text) {
		if b >= ' ' && b < 0x7f && !strings.ContainsRune(`"\?`, rune(b)) {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, `\%03o`, b)
		}
	}
	return `"` + out.String() + `"`
}
