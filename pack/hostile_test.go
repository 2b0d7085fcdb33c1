package pack

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

func TestMain(m *testing.M) {
	RunChild()
	os.Exit(m.Run())
}

// head is the beginning of a pack.yaml.
const head = "name: test\nversion: '1'\nmodel: 1\nhooks: [none]\nfiles:\n"

// packOf writes a pack with one generated file and reads it.
func packOf(t *testing.T, template string) *templates.Pack {
	t.Helper()
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": head + "- {path: zz_generated_a.txt, template: a.tmpl}\n", "a.tmpl": template})
	pack, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

func plan(t *testing.T, r *registry.Registry) *gen.Plan {
	t.Helper()
	p, err := gen.New(r, gen.Input{Name: "a", Module: "a", Rules: gen.ParseRules("glClear,glFlush", gen.HookNone), Scope: registry.FullScope()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// with renders once with the given limits.
func with(t *testing.T, pack *templates.Pack, l limits) ([]gen.File, error) {
	t.Helper()
	p := plan(t, registry.Builtin())
	return (&task{Input: gen.InputOf(p), Pack: gen.PackFor(p, pack), Limits: l}).render(t.Context(), registry.Builtin())
}

// quick are limits that a hostile template reaches soon. The time limit allows for a busy machine.
var quick = limits{Time: 2 * time.Minute, Memory: 200 << 20, Bytes: 20 << 20}

// doubled is a template that doubles a text repeatedly.
const doubled = `{{$s := "0123456789"}}{{range 60}}{{$s = printf "%s%s" $s $s}}{{end}}`

// Each hostile template gives one clear error that names the file of the pack.
func TestHostileTemplates(t *testing.T) {
	for name, c := range map[string]struct{ template, want string }{
		"endless output":      {"\n{{range 9223372036854775807}}x{{end}}", "a.tmpl:2: the output exceeds the limit of 16 MiB"},
		"endless recursion":   {`{{define "a"}}{{template "a"}}{{end}}{{template "a"}}`, "a.tmpl"},
		"recursion in loops":  {`{{define "a"}}{{range 2}}{{template "a"}}{{end}}{{end}}{{template "a"}}`, "a.tmpl: "},
		"doubled text":        {doubled, "a.tmpl: rendering exceeds the memory limit of 200 MiB"},
		"doubled and kept":    {doubled + "{{$s}}", "a.tmpl: rendering exceeds the memory limit of 200 MiB"},
		"huge width":          {`{{printf "%999999999d" 1}}{{printf "%*d" 999999999 1}}{{index .Commands 999}}`, "a.tmpl:1: <index .Commands 999>: error calling index"},
		"no function":         {"\n\n{{exec \"ls\"}}", `a.tmpl:3: function "exec" not defined`},
		"no field":            {"{{range .Commands}}\n{{if eq .Name \"glClear\"}}{{.Nope}}{{end}}{{end}}", "a.tmpl:2: <.Nope>: can't evaluate field Nope in type *gen.Command (while rendering glClear)"},
		"called template":     {"{{define \"b\"}}{{.Nope}}{{end}}{{range .Commands}}{{range .Params}}{{end}}\n{{template \"b\" .}}{{end}}", "(while rendering eglGetCurrentContext)"},
		"behind a loop":       {"{{range .Commands}}{{end}}\n{{.Nope}}", "a.tmpl:2: <.Nope>: can't evaluate field Nope in type *gen.Plan"},
		"left by break":       {"{{range .Commands}}{{break}}{{end}}{{.Nope}}", "in type *gen.Plan"},
		"nil":                 {`{{(index .Commands 0).Shape.Name.Foo}}`, "a.tmpl:1: "},
		"panics in the model": {`{{result nil}}`, "error calling result: runtime error: invalid memory address"},
		"deep brackets":       {"{{" + strings.Repeat("(", 1e5) + strings.Repeat(")", 1e5) + "}}", "a.tmpl"},
		"deep conditions":     {strings.Repeat("{{if 1}}", 5e4) + strings.Repeat("{{end}}", 5e4) + "{{.Nope}}", "a.tmpl"},
		"many variables":      {strings.Repeat(`{{$x := printf "%1000000d" 1}}`, 3e4), "a.tmpl: rendering exceeds the memory limit of 200 MiB"},
		"no such template":    {`{{template "nothing"}}`, `a.tmpl:1: <{{template "nothing"}}>: template "nothing" not defined`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pack := packOf(t, c.template)
			started := time.Now()
			files, err := with(t, pack, quick)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), pack.Where) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 1000 {
				t.Errorf("%d files, %v, expected %s", len(files), err, c.want)
			}
			t.Logf("%v after %v", err, time.Since(started))
		})
	}
}

// A template that loops without output ends at the time limit.
func TestEndlessLoop(t *testing.T) {
	t.Parallel()
	pack := packOf(t, `{{range 9223372036854775807}}{{end}}`)
	short := quick
	short.Time = time.Second
	files, err := with(t, pack, short)
	if want := pack.Place("a.tmpl", 0) + ": rendering did not finish within 1s; the template may contain an endless loop"; err == nil || err.Error() != want {
		t.Errorf("%d files, %v, expected %s", len(files), err, want)
	}
}
