package pack

import (
	"bufio"
	"context"
	"encoding/json"
	"path"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
)

// goFiles are the Go files to check. The check runs in the child process because type checking can take unlimited time.
type goFiles struct {
	Goroot  string
	Project GoProject
}

// Check checks the Go files of a project that the pack rendered.
func Check(ctx context.Context, c *GoChecker, p GoProject, pack *templates.Pack) (GoResult, error) {
	if pack.Builtin() {
		return c.Check(p), nil
	}
	return newCheck(c, p, pack, standard).check(ctx)
}

// newCheck returns a task with the Go files and go.mod only.
func newCheck(c *GoChecker, p GoProject, pack *templates.Pack, l limits) *task {
	var files []gen.File
	for _, f := range p.Files {
		if path.Ext(f.Path) == ".go" || f.Path == "go.mod" {
			files = append(files, f)
		}
	}
	p.Files = files
	return &task{Pack: &templates.Pack{Name: pack.Name, Where: pack.Where}, Go: &goFiles{c.Goroot, p}, Limits: l}
}

// check checks the Go files in a child process, which answers with one JSON text.
func (t *task) check(ctx context.Context) (found GoResult, err error) {
	contents, err := t.run(ctx, 1)
	if err == nil {
		err = json.Unmarshal(contents[0], &found)
	}
	return found, err
}

func (g *goFiles) answer(out *bufio.Writer) error {
	text, err := json.Marshal(GoCheckerAt(g.Goroot).Check(g.Project))
	if err != nil {
		return err
	}
	return writeFrame(out, frameFile, 0, text)
}
