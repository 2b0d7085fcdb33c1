package restore

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// calls is a target that lists the calls.
type calls []string

func (l *calls) Make(c *Call) {
	names := []string{}
	for _, a := range c.Args {
		names = append(names, a.Name)
	}
	*l = append(*l, c.Function+" "+strings.Join(names, " "))
}

func (l *calls) Repeat(c *file.Call) error {
	*l = append(*l, fmt.Sprint(c.Function.Name, " ", c.Args[len(c.Args)-1].Bits))
	return nil
}

func (l *calls) Share(uint32) uint32 { return 1 }

// TestRestore restores each kind of state. The calls have the parameters of the registry, in order.
func TestRestore(t *testing.T) {
	data := tracetest.Late()
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	made := calls{}
	x := New(f, &made)
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Attach() {
			err = x.Capture(c)
		} else if finished := x.Finish(c); finished != nil {
			x.Raise(c, finished)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"glGenBuffers n buffers", "glBindBuffer 3", "glBufferData target size data usage", "glMapBufferRange target offset length access",
		"glGenVertexArrays n arrays", "glBindVertexArray 6", "glBindBuffer target buffer", "glTexImage2D target level internalformat width height border format type pixels",
		"glTexStorage2D target levels internalformat width height", "glTexStorage3D target levels internalformat width height depth",
		"glTexSubImage2D target level xoffset yoffset width height format type pixels", "glDrawBuffers n bufs", "glReadBuffer src", "glCreateShader type", "glLinkProgram program", "glGenProgramPipelines n pipelines", "glUseProgramStages pipeline stages program",
		"glObjectLabel identifier name length label", "glGenTransformFeedbacks n ids", "glBindBufferRange target index buffer offset size", "glGenQueries n ids",
		"glEnable cap", "glViewport x y width height", "glBufferSubData target offset size data"} {
		if !slices.Contains(made, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(made, "\n"))
		}
	}
	if n := strings.Count(strings.Join(made, "\n"), "glTexStorage2D"); n != 1 {
		t.Errorf("glTexStorage2D is called %d times for the faces of a cube map", n)
	}
	for _, call := range made {
		name, params, _ := strings.Cut(call, " ")
		if strings.ContainsAny(params, "0123456789") {
			continue
		}
		checkParams(t, name, strings.Fields(params))
	}
}

// Contents are shared by calls, so the data of a payload stays as it is.
func TestComponents(t *testing.T) {
	data := []byte("abcdefgh")
	if got := string(components(data, 4, 3)); got != "abcefg" || string(data) != "abcdefgh" {
		t.Errorf("%q of %q", got, data)
	}
}

// The rows of setters.tsv have the parameters of the registry, in order.
func TestSetters(t *testing.T) {
	for _, list := range setters() {
		for _, s := range list {
			checkParams(t, s.function, s.params)
		}
	}
}

func checkParams(t *testing.T, name string, params []string) {
	t.Helper()
	c, ok := registry.Builtin().Command(name)
	if !ok {
		t.Errorf("no function %s", name)
		return
	}
	var want []string
	for _, p := range c.Params {
		want = append(want, p.Name)
	}
	if !slices.Equal(params, want) {
		t.Errorf("%s has the parameters %q, not %q", name, want, params)
	}
}
