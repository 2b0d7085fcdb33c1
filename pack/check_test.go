package pack

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
)

func checker(t *testing.T) *GoChecker {
	t.Helper()
	c, err := NewGoChecker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// goProject returns a project with one Go file and one other file.
func goProject(text string) GoProject {
	return GoProject{Module: "a", Files: []gen.File{gen.NewFile("a.go", []byte(text), true), gen.NewFile("a.txt", []byte("package b"), true)}}
}

// A child process returns the same findings as this process, also in the standard library and with an empty
// environment.
func TestSameCheckInChild(t *testing.T) {
	c := checker(t)
	for _, text := range []string{
		"package a\n\nimport (\n\t\"fmt\"\n\t\"net\"\n)\n\nvar A = fmt.Sprint(net.IPv4len)\n",
		"package a\n\nimport \"fmt\"\n\nvar A int = fmt.Sprint()\n",
		"package a\n\nimport \"example.org/there\"\n\nvar A = there.A\n",
	} {
		want := c.Check(goProject(text))
		got, err := newCheck(c, goProject(text), packOf(t, ""), limits{quick.Time, standard.Memory, quick.Bytes}).check(t.Context())
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, expected %+v", got, err, want)
		}
	}
}

// endlessGo has a type whose size takes 2^60 steps to find.
func endlessGo() string {
	text := "package a\n\nimport \"unsafe\"\n\ntype T0 struct{}\n"
	for i := range 60 {
		text += fmt.Sprintf("type T%d struct{ a, b T%d }\n", i+1, i)
	}
	return text + "\nconst C = unsafe.Sizeof(T60{})\n"
}

// Go code that overloads the type checker gives one clear error, as such templates do.
func TestHostileGo(t *testing.T) {
	pack, c := packOf(t, ""), checker(t)
	small := limits{Time: quick.Time, Memory: 100 << 20, Bytes: quick.Bytes}
	short := limits{Time: time.Second, Memory: quick.Memory, Bytes: quick.Bytes}
	for name, one := range map[string]struct {
		text, want string
		limits     limits
	}{
		"endless type": {endlessGo(), "the check did not finish within 1s", short},
		"much text":    {"package a\n" + strings.Repeat("var _ int\n", 1<<20), "the check exceeds the memory limit of 100 MiB", small},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := newCheck(c, goProject(one.text), pack, one.limits).check(t.Context())
			if want := pack.Where + ": the check of the Go files of the pack failed: " + one.want; err == nil || err.Error() != want {
				t.Errorf("%v, expected %s", err, want)
			}
			if fault := (*templates.Error)(nil); !errors.As(err, &fault) || fault.Hint() == "" {
				t.Errorf("%v says not what to do", err)
			}
		})
	}
}
