package gen

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"

	"github.com/gleslayergen/gleslayergen/templates"
)

// File is a file of a project.
type File struct {
	Path    string // with slashes, below the project's root
	Content []byte
	Hash    [sha256.Size]byte
	Yours   bool // written once; the author's from then on
}

// NewFile is a file with its hash.
func NewFile(path string, content []byte, yours bool) File {
	return File{Path: path, Content: content, Hash: sha256.Sum256(content), Yours: yours}
}

// Render prints every file of a project that the pack describes, in the pack's order. A pack names its largest
// files first, so that none is left to one processor at the end.
func Render(p *Plan, pack *templates.Pack) ([]File, error) {
	if pack.Model != Model {
		return nil, fmt.Errorf("template pack %s is written for model %d, this tool has model %d", pack.Name,
			pack.Model, Model)
	}
	var wanted []templates.File
	for _, f := range pack.Files {
		wants, err := p.wants(f)
		if err != nil {
			return nil, fmt.Errorf("template pack %s: %w", pack.Name, err)
		}
		if wants {
			wanted = append(wanted, f)
		}
	}
	files := make([]File, len(wanted))
	err := InParallel(len(wanted), func(i int) error {
		content, err := printFile(p, pack, wanted[i])
		files[i] = NewFile(wanted[i].Path, content, wanted[i].Yours())
		return err
	})
	return files, err
}

// InParallel calls f for 0 to n-1, in that order but several at once, and gives the error with the lowest number.
func InParallel(n int, f func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = f(i)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// conditions are the words that a pack may put before a file.
var conditions = map[string]func(*Plan) bool{
	"":        func(*Plan) bool { return true },
	"c":       func(p *Plan) bool { return len(p.Hooked(HookC)) > 0 },
	"go":      (*Plan).HasGo,
	"use":     func(p *Plan) bool { return len(p.Used()) > 0 },
	"active":  func(p *Plan) bool { return p.Active },
	"passive": func(p *Plan) bool { return !p.Active },
	"vscode":  func(p *Plan) bool { return p.VSCode },
	"sets":    func(p *Plan) bool { return len(p.Sets) > 0 },
}

// wants answers the condition before a file. Behind sets and a colon, it names ready sets, one of which must be there.
func (p *Plan) wants(f templates.File) (bool, error) {
	if sets, ok := strings.CutPrefix(f.When, "sets:"); ok {
		return p.HasSet(strings.Split(sets, ",")...), nil
	}
	holds, ok := conditions[f.When]
	if !ok {
		return false, fmt.Errorf("%s: unknown condition %q", f.Path, f.When)
	}
	return holds(p), nil
}

// bytesPerCommand is about what a template prints for each command.
const bytesPerCommand = 800

func printFile(p *Plan, pack *templates.Pack, f templates.File) (content []byte, err error) {
	if f.Emit != "" {
		content, err = emit(p, f.Emit)
	} else {
		var text string
		if text, err = pack.Text(f.Template); err == nil {
			content, err = printTemplate(p, f.Template, text, p.functions())
		}
	}
	if err != nil {
		err = fmt.Errorf("template pack %s: %s: %w", pack.Name, f.Path, err)
	}
	return content, err
}

func printTemplate(p *Plan, name, text string, functions template.FuncMap) ([]byte, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(functions).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if strings.Contains(text, "range .Commands") {
		b.Grow(len(text) + bytesPerCommand*len(p.Commands)) // growing it by doubling would cost as much again
	}
	err = t.Execute(&b, p)
	return b.Bytes(), err
}
