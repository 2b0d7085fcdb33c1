package vet

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// driverName returns the name that messages use for a driver function called through a value.
func driverName(v ssa.Value, command *types.TypeName) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.UnOp:
		if name := cellName(v.X); name != "" {
			return name
		}
	}
	return "a gles." + command.Name()
}

// cellName returns the name of a variable or field, or "".
func cellName(addr ssa.Value) string {
	switch addr := addr.(type) {
	case *ssa.Global:
		return addr.Name()
	case *ssa.FreeVar:
		return addr.Name()
	case *ssa.Alloc:
		return addr.Comment
	case *ssa.FieldAddr:
		return addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(addr.Field).Name()
	}
	return ""
}

// exits returns name if it names a function that ends its goroutine, else "".
func exits(name string) string {
	if name == "runtime.Goexit" {
		return name
	}
	if strings.HasPrefix(name, "(*testing.") || strings.HasPrefix(name, "(testing.TB)") {
		_, method, _ := strings.Cut(name, ").")
		switch method {
		case "Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow":
			return "testing's " + method
		}
	}
	return ""
}

// ends reports whether a call never returns because the process or the goroutine ends.
func ends(fn *ssa.Function) bool {
	switch known(fn) {
	case "os.Exit", "syscall.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln":
		return true
	}
	return exits(known(fn)) != ""
}

// inModule reports whether fn is a function of the project.
func inModule(fn *ssa.Function, pass *analysis.Pass) bool {
	if fn.Parent() != nil {
		return true
	}
	obj := fn.Object()
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	path, module := obj.Pkg().Path(), pass.Module.Path
	return path == module || strings.HasPrefix(path, module+"/")
}
