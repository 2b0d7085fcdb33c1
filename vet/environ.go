package vet

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Environ finds what a Go library has not, or must not touch, in an Android app.
var Environ = &analysis.Analyzer{
	Name: "environ",
	Doc: `the environment, signals, processes, the network

A layer is a library in somebody's app. Go sees no environment there: os.Getenv, os.LookupEnv, os.Environ and os.ExpandEnv find nothing on Android, whatever the process was given. gles.Setting reads the property, the environment and the file in C.

os/signal takes signals from the app, which may have handlers of its own. os/exec forks a process with a hundred threads. Package net, and what is built on it, wants a permission that the app may not have, and starts goroutines that outlive every hook.`,
	Requires: []*analysis.Analyzer{directives},
	Run:      runEnviron,
}

// environment are the functions that ask it.
var environment = map[string]bool{
	"os.Environ": true, "os.Getenv": true, "os.LookupEnv": true, "os.ExpandEnv": true,
	"syscall.Environ": true, "syscall.Getenv": true,
}

func runEnviron(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if why := forbidden(path); why != "" {
				report(pass, spec.Pos(), why)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			name, at := asked(pass, n)
			if name != "" {
				report(pass, at.Pos(), fmt.Sprintf("%s: Go sees no environment on Android, so it finds nothing there; ask gles.Setting", name))
			}
			return at == nil
		})
	}
	return nil, nil
}

// asked is a function of the environment's that n names, as pkg.Name or, after a dot import, alone.
func asked(pass *analysis.Pass, n ast.Node) (string, ast.Node) {
	var id *ast.Ident
	switch n := n.(type) {
	case *ast.SelectorExpr:
		id = n.Sel
	case *ast.Ident:
		id = n
	default:
		return "", nil
	}
	fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || !environment[fn.FullName()] {
		return "", nil
	}
	return fn.FullName(), n
}

// forbidden says why a layer must not import a package.
func forbidden(path string) string {
	switch {
	case path == "os/signal":
		return "os/signal: signals belong to the app, and its handlers may be replaced; do without"
	case path == "os/exec":
		return "os/exec: a layer must not start processes from inside an app; do without"
	case path == "net/url", path == "net/netip":
		return "" // words and numbers only
	case path == "net", strings.HasPrefix(path, "net/"):
		return path + ": the network is the app's, with its permissions; write to the log or to a file, and fetch that"
	}
	return ""
}
