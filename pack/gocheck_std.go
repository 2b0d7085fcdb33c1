package pack

import (
	"context"
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// knownSystem has the values of GOOS and GOARCH that a file name can select.
var knownSystem = sync.OnceValue(func() map[string]bool {
	return systems("aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows " +
		"386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm")
})

func systems(words string) map[string]bool {
	known := map[string]bool{}
	for _, word := range strings.Fields(words) {
		known[word] = true
	}
	return known
}

// NewGoChecker returns a GoChecker for the standard library that the go command reports.
func NewGoChecker(ctx context.Context) (*GoChecker, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("cannot check the Go files: go env GOROOT: %w", err)
	}
	return GoCheckerAt(strings.TrimSpace(string(out))), nil
}

// GoCheckerAt returns a GoChecker that reads the source of the standard library below goroot on demand.
func GoCheckerAt(goroot string) *GoChecker {
	build.Default.GOROOT = goroot
	build.Default.CgoEnabled = false // exported declarations do not depend on cgo, and running cgo is slow and needs a C compiler
	fset := token.NewFileSet()
	return &GoChecker{Goroot: goroot, std: importer.ForCompiler(fset, "source", nil), fset: fset, context: build.Default}
}

// standard reports whether a package belongs to the standard library.
func (c *GoChecker) standard(name string) bool {
	info, err := os.Stat(filepath.Join(c.Goroot, "src", filepath.FromSlash(name)))
	return err == nil && info.IsDir() && !strings.HasPrefix(name, ".") && !strings.Contains(name, "..")
}
