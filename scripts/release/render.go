package main

import (
	"bytes"
	"embed"
	"text/template"
)

//go:embed templates
var templateFiles embed.FS

// render adds a file that is made from its template.
func (r *release) render(out map[string][]byte, name string, data any) error {
	t, err := template.ParseFS(templateFiles, "templates/"+name+".tmpl")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	out[name] = b.Bytes()
	return err
}
