package gen

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path"
	"runtime"
	"sync/atomic"
	"text/template"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/templates"
)

// File is a file of a project.
type File struct {
	Path    string // with slashes, below the project's root
	Content []byte
	Hash    [sha256.Size]byte
	Yours   bool // written once; later updates do not change it
}

// NewFile returns a file with its hash.
func NewFile(path string, content []byte, yours bool) File {
	return File{Path: path, Content: content, Hash: sha256.Sum256(content), Yours: yours}
}

// Render renders every file of a project that the pack describes, in the pack's order.
func Render(p *Plan, pack *templates.Pack) ([]File, error) {
	wanted := PackFor(p, pack)
	files := make([]File, len(wanted.Files))
	err := RenderEach(p, wanted, func(i int, f File) error {
		files[i] = f
		return nil
	})
	return files, err
}

// RenderEach renders the files of a pack and passes each, with its index, to a function as soon as it is
// done. A pack lists its largest files first, so that no single processor is left with a large one at the
// end.
func RenderEach(p *Plan, pack *templates.Pack, done func(i int, f File) error) error {
	view := newView(p)
	return InParallel(len(pack.Files), func(i int) error {
		f := pack.Files[i]
		content, err := printFile(p, view, pack, f)
		if err != nil {
			return err
		}
		if pack.Columns > 0 && isC(f.Path) {
			content = csyntax.Wrap(content, pack.Columns)
		}
		return done(i, NewFile(f.Path, content, f.Yours()))
	})
}

// InParallel calls f for 0 to n-1, in that order but several concurrently, and returns the error with the
// lowest number.
func InParallel(n int, f func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wg recovery.Group
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

// MaxFile is the maximum size of one file. The largest file of the built-in packs, with all commands, has 2
// MB.
const MaxFile = 16 << 20

// isC reports whether a file has C or C++ code.
func isC(name string) bool {
	switch path.Ext(name) {
	case ".c", ".h", ".cpp", ".hpp":
		return true
	}
	return false
}

// printFile renders a file and returns every failure, including a panic, as an error.
func printFile(p *Plan, view *View, pack *templates.Pack, f templates.File) (content []byte, err error) {
	if f.Emit != "" {
		defer func() {
			if fault := recover(); fault != nil {
				err = pack.Fault(f, "emit %s: %v", f.Emit, fault)
			}
		}()
		if content, err = emit(p, f.Emit); err != nil {
			err = pack.Fault(f, "emit %s: %v", f.Emit, err)
		}
		return content, err
	}
	text, err := pack.Text(f.Source())
	if err != nil {
		return nil, err
	}
	advice := templateAdvice
	if f.File != "" {
		advice = copyAdvice
		content, err = copyFile(p, f.File, text)
	} else {
		content, err = printTemplate(view, f.Template, text, p.packFunctions(pack.Model), pack)
		if err == nil && pack.Model >= textModel && !f.Yours() && !hasHeader(content) {
			return nil, &templates.Error{Place: pack.Place(f.Template, 0), Why: f.Path + " does not start with the header that marks generated files",
				Advice: `add it as the first line of the template: {{header "//"}}, with the prefix of comments in the language of the file`}
		}
	}
	if fault := (*templateFault)(nil); errors.As(err, &fault) {
		at := pack.Place(cmp.Or(fault.file, f.Source()), fault.line)
		err = &templates.Error{Place: at, Why: fault.why, Advice: advice}
		if fault.refusal {
			err = templates.Refusal(at, fault.why)
		}
	}
	return content, err
}

// headerLines are the lines at the start of a file, one of which must have the marker. Before it, a file can have a line
// such as #!/bin/sh and the start of a comment.
const headerLines = 3

// hasHeader reports whether a file starts with the header.
func hasHeader(content []byte) bool {
	lines := 0
	for line := range bytes.Lines(content[:min(len(content), 4<<10)]) {
		if bytes.Contains(line, []byte(marker)) {
			return true
		}
		if lines++; lines == headerLines {
			break
		}
	}
	return false
}

const templateAdvice = "to list the data and functions for templates: gleslayergen template model"

// printTemplate executes a template with a dot: the plan, or its view. It can call the definitions in the
// partials of the pack, and replaces those that it also has. The pack can be nil.
func printTemplate(dot any, name, text string, functions template.FuncMap, pack *templates.Pack) ([]byte, error) {
	t := template.New(name).Option("missingkey=error").Funcs(functions)
	if err := parsePartials(t, pack); err != nil {
		return nil, faultOf(err)
	}
	if _, err := t.Parse(text); err != nil {
		return nil, faultOf(err)
	}
	b := bounded{rest: MaxFile}
	if err := execute(t, &b, dot); err != nil {
		return nil, findFault(dot, t, err)
	}
	return b.Bytes(), nil
}

// parsePartials adds the definitions in the partials of a pack, which can be nil, to a template.
func parsePartials(t *template.Template, pack *templates.Pack) error {
	if pack == nil {
		return nil
	}
	for _, name := range pack.Partials {
		text, err := pack.Text(name)
		if err != nil {
			return err
		}
		if _, err := t.New(name).Parse(text); err != nil {
			return err
		}
	}
	return nil
}

// execute executes a template and returns a panic as an error: text/template does not recover all of them.
func execute(t *template.Template, w io.Writer, dot any) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	return t.Execute(w, dot)
}

// bounded is a buffer with a maximum size.
type bounded struct {
	bytes.Buffer
	rest int
}

var errTooLong = fmt.Errorf("the output exceeds the limit of %d MiB", MaxFile>>20)

func (b *bounded) Write(p []byte) (int, error) {
	if b.rest -= len(p); b.rest < 0 {
		return 0, errTooLong
	}
	return b.Buffer.Write(p)
}
