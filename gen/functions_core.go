package gen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/record"
)

// coreFunctions are the functions that templates of the C core can call: those of all templates, and those
// that only the built-in templates need. The latter are not part of the model.
func (p *Plan) coreFunctions() template.FuncMap {
	all := template.FuncMap{
		"cSizes":        cSizes,
		"cSigns":        cSigns,
		"hookName":      hookName,
		"ownHook":       ownHook,
		"hasOwnHook":    hasOwnHook,
		"hasModules":    (*Command).hasModules,
		"switched":      func(c *Command) bool { return len(c.switches) > 0 },
		"moduleBits":    (*Command).moduleBits,
		"always":        (*Command).always,
		"argBits":       argBits,
		"observeWords":  observeWords,
		"observeCopies": observeCopies,
		"copies":        (*Command).copies,
		"several":       func() []record.NumberRow { return p.several },
		"texels":        func() texels { return p.texels },
		"crumbArgs":     crumbArgs,
		"crumbResult":   crumbResult,
		"crumbLine":     crumbLine,
		"explain":       func() *explainTable { return p.explain },
		"profile":       func() *profileTable { return p.profile },
		"toBits":        cToBits,
		"before":        (*Command).before,
		"after":         (*Command).after,
		"skips":         (*Command).skips,
		"skip":          suffix(skipPrefix),
		"skipped":       suffix(skippedPrefix),
		"id":            p.id,
		"oldNames":      func() bool { return p.in.OldNames }, // an older project may define constants in its hooks
		"groupLists":    func() [][]*Group { return [][]*Group{p.Groups, p.EGLGroups()} },
		"words":         p.formatTables,
		"pixelRows":     func(kind string) []record.NumberRow { return p.pixels[kind] },
		"upper":         strings.ToUpper,
		"flag":          cFlag,
		"moduleNames":   modules.Names,
		"values":        p.settingValues,
		"userModule":    modules.UserModule,
		"hasBefore": func(module string) bool {
			return p.declares(module, func(d modules.Declaration) bool { return d.Before })
		},
		"hasAfter": func(module string) bool {
			return p.declares(module, func(d modules.Declaration) bool { return d.After })
		},
		"userModules":    func() []modules.Declaration { return p.in.Modules },
		"description":    p.describeSettings,
		"noteSize":       p.noteSize,
		"moduleSwitch":   p.moduleSwitch,
		"moduleDefault":  p.moduleDefault,
		"below":          p.Below,
		"needed":         p.needed,
		"quick":          func(c *Command) bool { return quickCommands[c.Name] },
		"counter":        func(c *Command) string { return pick(c.Contextless, "layer_count_context", "layer_count") },
		"clock":          func(c *Command) string { return pick(strings.HasPrefix(c.Name, "egl"), "_always", "") },
		"cString":        cString,
		"nextShapes":     p.nextShapes,
		"currentContext": p.currentContext,
		"unseenGL":       p.unseenGL,
		"recorded":       p.recorded,
		"surfaced":       p.surfaced,
		"shadow":         func() *shadowState { return p.shadow },
		"tracked":        func() *trackedState { return p.tracked },
		"objectCode":     func(c *Command) string { return string(p.objects[c.Name].code) },
		"memoryCode":     func(c *Command) string { return string(p.memory[c.Name].code) },
		"imageFormats":   func() []imageFormat { return p.imageFormats },
		"unsizedFormats": func() []record.NumberRow { return p.unsizedFormats },
		"hudCode":        func(c *Command) string { return string(hudCounts()[c.Name]) },
		"listed":         p.listed,
		"fontRows":       fontRows,
		"fontFirst":      func() int { return fontFirst },
		"recorder":       func() *record.Recorder { return p.recorder },
		"snapshotKinds":  record.SnapshotKinds,
		"cBytes":         cBytes,
		"core":           func(file string) (string, error) { b, err := emitC(p, file); return string(b), err },
	}
	maps.Copy(all, p.functions())
	return all
}

// cAssertion is a type with the properties that C asserts.
type cAssertion struct {
	Name    string
	Size    csyntax.Expr
	Compare string
}

func cSizes(types []*Type) []cAssertion {
	var out []cAssertion
	for _, t := range types {
		if c := carriers[t.Class]; t.Class != classVoid {
			out = append(out, cAssertion{Name: t.Name, Size: c.cSize()})
		}
	}
	return out
}

// cSigns returns assertions about the signedness of integer types; that of char depends on the ABI.
func cSigns(types []*Type) []cAssertion {
	var out []cAssertion
	for _, t := range types {
		if c := carriers[t.Class]; c.bits > 0 && !t.alias {
			out = append(out, cAssertion{Name: t.Name, Compare: pick(c.signed, "<", ">")})
		}
	}
	return out
}

// cString returns a plain text as a C string, or NULL for an empty one.
func cString(s string) csyntax.Expr {
	if s == "" {
		return csyntax.Null
	}
	return csyntax.Quote(s)
}

// hookName returns the name of the function that a trampoline calls.
func hookName(c *Command) csyntax.Expr {
	if c.hasModules() {
		return layerFunction("modules_" + c.Name)
	}
	return ownHook(c)
}

// ownHook returns the name of the author's function behind the trampoline and inside the modules.
func ownHook(c *Command) csyntax.Expr {
	if hasOwnHook(c) {
		return layerFunction(string(c.Hook) + "_" + c.Name)
	}
	return csyntax.Null
}

// hasOwnHook reports whether there is a function of the author, or of the recorder, behind the trampoline.
func hasOwnHook(c *Command) bool {
	return c.Hook != "" && c.Hook != HookNone
}

// layerFunction returns a function as the core's type for functions of any signature.
func layerFunction(name string) csyntax.Expr { return csyntax.Cast("layer_fn", csyntax.Expr(name)) }

// id returns the number of a command, which must exist.
func (p *Plan) id(command string) (int, error) {
	i := slices.IndexFunc(p.Commands, func(c *Command) bool { return c.Name == command })
	if i < 0 {
		return 0, fmt.Errorf("command %s is not in the plan", command)
	}
	return i, nil
}

// cFlag returns a condition for the C preprocessor. It accepts a bool, or the list of the commands that the
// condition depends on.
func cFlag(v any) int {
	switch v := v.(type) {
	case bool:
		if v {
			return 1
		}
	case []*Command:
		return cFlag(len(v) > 0)
	}
	return 0
}

// quickCommands only read a variable of the driver. The module errors calls the first one after each call.
var quickCommands = wordSet("glGetError eglGetError eglGetCurrentContext eglGetCurrentDisplay eglGetCurrentSurface")
