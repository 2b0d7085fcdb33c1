package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
)

// errNoBuild is returned for a pack without a known build file.
var errNoBuild = errors.New("the pack generates no Makefile, go.mod or CMakeLists.txt, so its projects cannot be built")

// howToBuild lists the build commands by the file that requires them.
var howToBuild = []struct {
	file     string
	commands [][]string
}{
	{"Makefile", [][]string{{"make"}}},
	{"go.mod", [][]string{{"go", "build", "./..."}}},
	{"CMakeLists.txt", [][]string{{"cmake", "-S", ".", "-B", "build"}, {"cmake", "--build", "build"}}},
}

// BuildFiles writes a project to a temporary directory, builds it and removes it. This runs code of the pack.
// The environment names this program, for a Makefile that calls it.
func BuildFiles(ctx context.Context, files []gen.File, out io.Writer) error {
	at := slices.IndexFunc(howToBuild, func(how struct {
		file     string
		commands [][]string
	}) bool {
		return slices.ContainsFunc(files, func(f gen.File) bool { return f.Path == how.file })
	})
	if at < 0 {
		return errNoBuild
	}
	parent, err := os.MkdirTemp("", "gleslayergen-trial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "trial")
	contents := map[string][]byte{}
	for _, f := range files {
		contents[f.Path] = f.Content
	}
	if err := project.WriteDir(ctx, dir, contents); err != nil {
		return err
	}
	for _, words := range howToBuild[at].commands {
		if err := runBuild(ctx, dir, out, words); err != nil {
			return err
		}
	}
	return nil
}

func runBuild(ctx context.Context, dir string, out io.Writer, words []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.Env = append(os.Environ(), "GLESLAYERGEN="+self, "GOWORK=off")
	if err := RunGroup(cmd); err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	return nil
}
