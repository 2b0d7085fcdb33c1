package gen

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// The error of a failed template has the line and the innermost command that was being printed.
func TestTemplateFaults(t *testing.T) {
	p, err := New(registry.Builtin(), Input{Name: "a", Module: "a", Rules: ParseRules("glClear,glDrawArrays", HookNone), Scope: registry.FullScope()})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"{{range .Intercepted}}\n{{.Nope}}{{end}}":                                                                  "t:2: <.Nope>: can't evaluate field Nope in type *gen.Command (while rendering glClear)",
		"{{range .Intercepted}}{{range .Params}}{{if eq .Name \"first\"}}{{.Nope}}{{end}}{{end}}{{end}}":            "t:1: <.Nope>: can't evaluate field Nope in type gen.Value (while rendering glDrawArrays)",
		"{{range .Intercepted}}{{with .Shape}}{{.Nope}}{{end}}{{end}}":                                              "(while rendering glClear)",
		"{{define \"a\"}}{{.Nope}}{{end}}{{range .Intercepted}}{{template \"a\" .}}{{end}}":                         "(while rendering glClear)",
		"{{define \"a\"}}{{range .Params}}{{end}}{{end}}{{range .Intercepted}}{{template \"a\" .}}{{.Nope}}{{end}}": "(while rendering glClear)",
		"{{range .Intercepted}}{{if eq .Name \"glClear\"}}{{continue}}{{end}}{{.Nope}}{{end}}":                      "(while rendering glDrawArrays)",
		"{{range .Intercepted}}{{end}}{{.Nope}}":                                                                    "t:1: <.Nope>: can't evaluate field Nope in type *gen.Plan$",
		"{{range .Intercepted}}{{break}}{{end}}{{range .Types}}{{.Nope}}{{end}}":                                    "in type *gen.Type$",
		"{{range .Intercepted}}\n{{.Result.Nope}}{{end}}":                                                           "t:2: <.Result.Nope>: can't evaluate field Nope in type gen.Value (while rendering glClear)",
		"\n{{if}}":        "t:2: missing value for if$",
		"\n\n{{.Name}":    "t:3: ",
		"{{argsInit 1}}":  "t:1: <1>: can't handle 1 for arg of type *gen.Command$",
		"{{index .Types}": "t:1: ",
	} {
		pack := &templates.Pack{Name: "own", Texts: map[string]string{"t": text}}
		_, err := printFile(p, newView(p), pack, templates.File{Path: "zz_generated_t", Template: "t"})
		if got := errText(err) + "$"; !strings.HasPrefix(got, "template pack own: t:") || !strings.Contains(got, want) {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

// A template calls the definitions in the partials of its pack and can replace them. An error in a partial
// has the partial's name and line.
func TestPartials(t *testing.T) {
	p, err := New(registry.Builtin(), Input{Name: "layer", Module: "a", Rules: ParseRules("glClear", HookNone), Scope: registry.FullScope()})
	if err != nil {
		t.Fatal(err)
	}
	const partial = "not printed\n{{define \"name\"}}{{.Name}} {{template \"more\" .}}{{end}}{{define \"more\"}}default{{end}}"
	for _, c := range []struct{ partial, text, want, fault string }{
		{partial, "{{template \"name\" .}}", "layer default", ""},
		{partial, "{{define \"more\"}}own{{end}}{{template \"name\" .}}", "layer own", ""},
		{partial, "{{template \"other\" .}}", "", "template pack own: t:1: <{{template \"other\" .}}>: template \"other\" not defined"},
		{"\n{{define \"name\"}}\n{{.Nope}}{{end}}", "\n\n\n\n{{range .Intercepted}}{{template \"name\" .}}{{end}}", "",
			"template pack own: partials/a.tmpl:3: <.Nope>: can't evaluate field Nope in type *gen.Command (while rendering glClear)"},
		{"\n{{if}}", "text", "", "template pack own: partials/a.tmpl:2: missing value for if"},
		{"\n{{define \"name\"}}{{fail \"why\"}}{{end}}", "{{template \"name\"}}", "", "template pack own: partials/a.tmpl:2: why"},
	} {
		pack := &templates.Pack{Name: "own", Partials: []string{"partials/a.tmpl"}, Texts: map[string]string{"t": c.text, "partials/a.tmpl": c.partial}}
		got, err := printFile(p, newView(p), pack, templates.File{Path: "zz_generated_t", Template: "t"})
		if string(got) != c.want || errText(err) != c.fault {
			t.Errorf("%s: %q, %v, expected %q, %s", c.text, got, err, c.want, c.fault)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A panic in an emitter is returned as an error.
func TestEmitterPanics(t *testing.T) {
	pack := &templates.Pack{Name: "own"}
	_, err := printFile(&Plan{Commands: []*Command{nil}}, &View{}, pack, templates.File{Path: "zz_generated_t.go", Emit: "go.args", Line: 7})
	if got := errText(err); !strings.HasPrefix(got, "template pack own: pack.yaml:7: emit go.args: ") {
		t.Error(got)
	}
}
