package vet

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Environ finds uses of the environment, signals, processes and the network.
var Environ = &analysis.Analyzer{
	Name: "environ",
	Doc: `use of the environment, signals, processes or the network

A layer is a library inside an app. In an Android app, Go sees an empty environment: os.Getenv, os.LookupEnv, os.Environ and os.ExpandEnv find nothing.

Signal handlers and processes belong to the app: package os/signal replaces signal handlers of the app, and package os/exec forks the process of the app. Package net and the packages built on it need a permission that the app may not have, and start goroutines that outlive the hook.

What to do: read settings with gles.Setting: it reads a system property, an environment variable, or the settings file of the layer. Write results to the log or to a file.`,
	Requires: []*analysis.Analyzer{directives},
	Run:      runEnviron,
}

// environment lists the functions that read the environment.
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
			name, at := environmentFunc(pass, n)
			if name != "" {
				report(pass, at.Pos(), fmt.Sprintf("%s: Go sees an empty environment on Android; read the setting with gles.Setting", name))
			}
			return at == nil
		})
	}
	return nil, nil
}

// environmentFunc returns the name of the environment function that n refers to, as pkg.Name or as a
// dot-imported name, and its node.
func environmentFunc(pass *analysis.Pass, n ast.Node) (string, ast.Node) {
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

// forbidden returns why a layer must not import a package, or "".
func forbidden(path string) string {
	switch {
	case path == "os/signal":
		return "os/signal: signal handlers belong to the app; remove the import"
	case path == "os/exec":
		return "os/exec: a layer must not start processes, because it runs inside the app; remove the import"
	case path == "net/url", path == "net/netip":
		return "" // parsing only
	case path == "net", strings.HasPrefix(path, "net/"):
		return path + ": network access needs the app's permissions; write to the log or to a file instead"
	}
	return ""
}
