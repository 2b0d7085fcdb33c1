package testhost

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"
)

//go:embed host
var hostFiles embed.FS

var hostTemplates = template.Must(template.New("").
	Funcs(template.FuncMap{"cString": cString}).ParseFS(hostFiles, "host/*.tmpl"))

// slots is how many names an eglGetProcAddress can meet at run time (rule 3.4).
const slots = 256

// sources gives the content of every file of the stand-ins, by name.
func sources(t tables, d driver) (map[string][]byte, error) {
	data := struct {
		tables
		Driver driver
		Slots  []int
	}{t, d, slotIndices(len(t.Names))}
	entries, err := hostFiles.ReadDir("host")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, entry := range entries {
		name, generated := strings.CutSuffix(entry.Name(), ".tmpl")
		if files[name], err = content(entry.Name(), generated, data); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func content(name string, generated bool, data any) ([]byte, error) {
	if !generated {
		return hostFiles.ReadFile(path.Join("host", name))
	}
	var out bytes.Buffer
	err := hostTemplates.ExecuteTemplate(&out, name, data)
	return out.Bytes(), err
}

func slotIndices(first int) []int {
	indices := make([]int, slots)
	for i := range indices {
		indices[i] = first + i
	}
	return indices
}

// cString quotes any path for C: whatever is not plain becomes an octal escape, which ends after three digits.
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

// digest tells builds apart: of other sources, or by another compiler.
func digest(files map[string][]byte, cc []string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q\n", cc)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(hash, "%s %d\n%s\n", name, len(files[name]), files[name])
	}
	return hex.EncodeToString(hash.Sum(nil))
}
