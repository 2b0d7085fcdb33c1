package gen

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"text/template"

	"github.com/gleslayergen/gleslayergen/templates"
)

// File is a file of a project.
type File struct {
	Path    string // with slashes, below the project's root
	Content []byte
	Yours   bool // written once; the author's from then on
}

// Render prints every file of the project that the pack describes, in the pack's order.
func (p *Plan) Render(pack *templates.Pack) ([]File, error) {
	if pack.Model != Model {
		return nil, fmt.Errorf("template pack %s is written for model %d, this tool has model %d", pack.Name,
			pack.Model, Model)
	}
	var wanted []templates.File
	for _, f := range pack.Files {
		if p.wants(f.When) {
			wanted = append(wanted, f)
		}
	}
	files := make([]File, len(wanted))
	errs := make([]error, len(wanted))
	var wg sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, f := range wanted {
		wg.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			var content []byte
			content, errs[i] = p.print(pack, f)
			files[i] = File{Path: f.Path, Content: content, Yours: f.Yours()}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// wants answers the conditions a pack may put before a file.
func (p *Plan) wants(when string) bool {
	switch when {
	case "use":
		return len(p.Used()) > 0
	case "c":
		return len(p.Hooked(HookC)) > 0
	case "entry":
		return p.Active || len(p.Hooked(HookGo)) > 0
	}
	return true
}

func (p *Plan) print(pack *templates.Pack, f templates.File) ([]byte, error) {
	if f.Emit != "" {
		return p.emit(f.Emit)
	}
	text, err := pack.Text(f.Template)
	if err != nil {
		return nil, err
	}
	t, err := template.New(f.Template).Option("missingkey=error").Funcs(p.functions()).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("template pack %s: %w", pack.Name, err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("template pack %s: %w", pack.Name, err)
	}
	return b.Bytes(), nil
}
