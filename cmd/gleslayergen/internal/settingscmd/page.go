package settingscmd

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// pageFS holds the files of the page that other pages do not share.
//
//go:embed page
var pageFS embed.FS

// pageFiles are the files of the page.
var pageFiles = localpage.Files(pageFS, "page")

// command is the command that serves the page.
const command = "gleslayergen settings"

// longestBody is the maximum size of the body of a request.
const longestBody = 8 << 10

// page serves the page of a target.
type page struct {
	mu     sync.Mutex // requests change the target one after the other
	target target
	log    func(format string, args ...any)
}

func newPage(t target, log func(format string, args ...any)) *page { return &page{target: t, log: log} }

// serve serves one browser until ctx is done.
func (p *page) serve(ctx context.Context, six bool, ready func(url string)) error {
	return localpage.Serve(ctx, p.handler(), localpage.Options{Name: "settings", Command: command, IPv6: six}, ready)
}

func (p *page) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(pageFiles))
	mux.HandleFunc("GET /api/settings", p.answer(func(*http.Request) ([]string, error) { return nil, nil }))
	mux.HandleFunc("POST /api/set", p.answer(p.set))
	mux.HandleFunc("POST /api/undo", p.answer(func(r *http.Request) ([]string, error) {
		if err := localpage.Decode(r, &struct{}{}); err != nil {
			return nil, err
		}
		return p.target.undo(r.Context())
	}))
	return localpage.Contain(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, longestBody)
		mux.ServeHTTP(w, r)
	}), command, p.log)
}

// change is a request to change a setting. An empty value means the default.
type change struct {
	Layer int    `json:"layer"` // index
	Name  string `json:"name"`
	Value string `json:"value"`
}

func (p *page) set(r *http.Request) ([]string, error) {
	var c change
	if err := localpage.Decode(r, &c); err != nil {
		return nil, err
	}
	if n := len(p.target.layers()); c.Layer < 0 || c.Layer >= n {
		return nil, localpage.Bad(fmt.Sprintf("layer %d out of range: the page has %d layers", c.Layer, n))
	}
	return nil, p.target.set(r.Context(), c.Layer, settings.Assignment{Name: c.Name, Value: c.Value})
}

// shown is what the page shows.
type shown struct {
	Title   string   `json:"title"`
	Note    string   `json:"note"` // where the settings are, and when changes take effect
	Changed bool     `json:"changed"`
	Left    []string `json:"left,omitempty"` // what the request could not restore
	Layers  []layer  `json:"layers"`
}

type layer struct {
	Name    string  `json:"name"`
	Modules []group `json:"modules"`
}

// group is the settings of a module, or those of the layer itself, whose name is "".
type group struct {
	Name     string    `json:"name"`
	Text     string    `json:"text"` // "": unknown
	Settings []setting `json:"settings"`
}

type setting struct {
	settings.Setting
	Values string `json:"values"` // which values it can have
	Value  string `json:"value"`  // "": not set
}

// answer returns a handler that calls do, and answers with all settings and their values.
func (p *page) answer(do func(*http.Request) ([]string, error)) http.HandlerFunc {
	return localpage.Handle(func(r *http.Request) (any, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		left, err := do(r)
		if err != nil {
			return nil, err
		}
		values, err := p.target.values(r.Context())
		if err != nil {
			return nil, err
		}
		title, note := p.target.about()
		s := shown{Title: title, Note: note, Changed: p.target.changed(), Left: left, Layers: []layer{}}
		for i, d := range p.target.layers() {
			s.Layers = append(s.Layers, layer{d.Layer, groups(d, values[i])})
		}
		return s, nil
	})
}

// groups returns the settings of a layer by module, in their order.
func groups(d *settings.Declared, values map[string]string) []group {
	all := []group{}
	for _, s := range d.Settings {
		name, _, ok := strings.Cut(s.Name, ".")
		if !ok {
			name = ""
		}
		i := len(all) - 1
		if i < 0 || all[i].Name != name {
			all, i = append(all, group{Name: name, Text: describe(name)}), i+1
		}
		all[i].Settings = append(all[i].Settings, setting{s, s.Values(), values[s.Name]})
	}
	return all
}

// describe returns what a built-in module does.
func describe(name string) string {
	for _, m := range modules.All {
		if m.Name == name {
			return m.What
		}
	}
	return ""
}
