package confine

import (
	"bufio"
	"context"
	"encoding/json"
	"path"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
	"github.com/gleslayergen/gleslayergen/templates/gocheck"
)

// goFiles are a project whose Go files are to be looked at: types, too, can be written so that it takes for ever.
type goFiles struct {
	Goroot  string
	Project gocheck.Project
}

// Check looks at the Go files of a project that the pack made.
func Check(ctx context.Context, c *gocheck.Checker, p gocheck.Project, pack *templates.Pack) (gocheck.Result, error) {
	if pack.Builtin() {
		return c.Check(p), nil
	}
	return newCheck(c, p, pack, standard).check(ctx)
}

// newCheck takes along only what is looked at.
func newCheck(c *gocheck.Checker, p gocheck.Project, pack *templates.Pack, l limits) *task {
	var files []gen.File
	for _, f := range p.Files {
		if path.Ext(f.Path) == ".go" || f.Path == "go.mod" {
			files = append(files, f)
		}
	}
	p.Files = files
	return &task{Pack: &templates.Pack{Name: pack.Name, Where: pack.Where}, Go: &goFiles{c.Goroot, p}, Limits: l}
}

// check looks at the Go files in another process, which answers with one text.
func (t *task) check(ctx context.Context) (found gocheck.Result, err error) {
	contents, err := t.run(ctx, 1)
	if err == nil {
		err = json.Unmarshal(contents[0], &found)
	}
	return found, err
}

func (g *goFiles) answer(out *bufio.Writer) error {
	text, err := json.Marshal(gocheck.At(g.Goroot).Check(g.Project))
	if err != nil {
		return err
	}
	return writeFrame(out, frameFile, 0, text)
}
