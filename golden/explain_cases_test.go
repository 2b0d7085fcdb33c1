package golden

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// A badCall is a call that breaks a rule.
type badCall struct {
	command string
	rule    *explain.Rule // nil for a call of cases.tsv, which can break any rule
	since   string        // the first version in which it runs, times ten
	code    string        // in C
}

// coreCommands returns the commands that OpenGL ES 2.0 to 3.2 and EGL have.
func coreCommands() []*registry.Command {
	return slices.DeleteFunc(slices.Clone(registry.Builtin().Commands), func(c *registry.Command) bool {
		return !slices.ContainsFunc(c.Features, func(name string) bool {
			return strings.HasPrefix(name, "GL_ES_VERSION_") || strings.HasPrefix(name, "EGL_VERSION_")
		})
	})
}

// breaker makes the arguments of a call that breaks a rule.
type breaker struct {
	table   *explain.Table
	command *registry.Command
	args    []string
	before  []string // statements before the call
}

// usual are arguments by the name or the type of the parameter.
var usual = map[string]string{"format": "GL_RGBA", "internalformat": "GL_RGBA", "EGLDisplay": "display", "EGLConfig": "config", "EGLSurface": "surface",
	"EGLContext": "context", "GLsizei": "1", "GLsizeiptr": "4", "program": "program", "shader": "shader", "imageSize": "0", "location": "1", "attrib_list": "0", "width": "4", "height": "4", "depth": "1"}

// newBreaker returns the arguments of a call that is valid as far as the types of the parameters tell.
func newBreaker(t *explain.Table, c *registry.Command) *breaker {
	b := &breaker{table: t, command: c}
	for _, p := range c.Params {
		value := cmp.Or(usual[p.Name], usual[p.Type.Base], "0")
		names := registry.Builtin().GroupNames(p.Group)
		switch {
		case p.Type.IsPointer():
			value = cmp.Or(usual[p.Name], "(intptr_t)&memory")
		case p.Type.Base == "GLenum" && usual[p.Name] == "" && len(names) > 0:
			value = fmt.Sprintf("%#x", names[0].Value)
			for _, n := range names {
				if n.Name == "GL_UNSIGNED_BYTE" || n.Name == "GL_FRAMEBUFFER" || n.Name == "GL_BLEND" {
					value = n.Name
				}
			}
		}
		b.args = append(b.args, value)
	}
	return b
}

// opposites has, for each comparison with a value, the argument for which it holds.
var opposites = map[string]string{"<": "(%s) - 1", "<=": "%s", ">": "(%s) + 1", ">=": "%s", "==": "%s", "!=": "(%s) + 0x1234", "%": "(%s) + 1", "has": "%s"}

// breakTerm changes an argument so that the term holds. It reports whether it can.
func (b *breaker) breakTerm(t explain.Term) bool {
	if t.Left.Kind == explain.Call {
		return b.breakCall(t)
	}
	if t.Left.Kind == explain.State {
		return t.Op == "<=" || t.Op == "==" && t.Right.Kind == explain.Number && t.Right.A == 0 // the state in which cases begin
	}
	if t.Left.Kind != explain.Param {
		return t.Left.Kind == explain.Version && t.Right.Kind != explain.SinceVersion // other rules show that one in an old version
	}
	value, ok := b.breaking(t)
	if ok {
		b.args[t.Left.A] = value
	}
	return ok
}

// breaking returns a value for which a comparison holds.
func (b *breaker) breaking(t explain.Term) (string, bool) {
	switch right, ok := b.value(t.Right); {
	case t.Op == "notin":
		return "0x1234", true
	case t.Op == "in":
		return fmt.Sprintf("%#x", b.table.Sets[t.Right.A].Members[0].Value), true
	case t.Op == "outside":
		return "0x40000000", true
	case t.Op == "lacks", t.Op == "null":
		return "0", true
	case t.Op == "notnull":
		return "(intptr_t)&memory", true
	case ok && opposites[t.Op] != "":
		return fmt.Sprintf(opposites[t.Op], right), true
	}
	return "", false
}

// breakMemory breaks terms about what a parameter points to, and about floats.
func (b *breaker) breakMemory(t explain.Term) bool {
	value, ok := b.breaking(t)
	switch {
	case !ok:
		return false
	case t.Left.Function.Name == "rounded":
		b.args[t.Left.A] = value
	case t.Left.Function.Name == "float_at":
		b.before = append(b.before, "memory.floats[0] = (float)("+value+");")
	default:
		b.before = append(b.before, "memory.ints[0] = "+value+";")
	}
	return true
}

// breakCall breaks terms about the kind of an object.
func (b *breaker) breakCall(t explain.Term) bool {
	f, wrong := t.Left.Function.Name, t.Op == "==" && t.Right.A == 0 || t.Op == "!=" && t.Right.A == 1
	switch {
	case f == "unknown":
		return false
	case slices.Contains([]string{"rounded", "int_at", "float_at", "each"}, f):
		return b.breakMemory(t)
	case f == "is_reserved":
		b.before = append(b.before, `strcpy(memory.bytes, "gl_name");`)
		return true
	case f == "listed":
		b.args[t.Left.B] = "0x1234"
		return true
	case t.Left.AIsParam && strings.HasPrefix(f, "is_") && wrong:
		if arg := &b.args[t.Left.A]; *arg != "program" && *arg != "shader" && b.command.Params[t.Left.A].Type.Base != "GLsync" {
			*arg = "4321"
		} else if b.command.Params[t.Left.A].Type.Base == "GLsync" {
			*arg = "(intptr_t)&memory"
		} else if (f == "is_shader") != (*arg == "shader") {
			return true // it is the other one
		} else {
			*arg = "4321"
		}
		return true
	case t.Left.AIsParam && f == "is_program":
		b.args[t.Left.A] = "program"
		return true
	case t.Left.AIsParam && f == "is_shader":
		b.args[t.Left.A] = "shader"
		return true
	case t.Left.AIsParam && f == "sign":
		b.args[t.Left.A] = "-1"
		return true
	case t.Left.BIsParam && strings.HasPrefix(f, "egl_") && wrong:
		b.args[t.Left.B] = "(intptr_t)&memory"
		return true
	case f == "egl_display" && t.Right.A == 0x3008:
		b.args[t.Left.A] = "(intptr_t)&memory"
		return true
	}
	return f == "egl_display" && t.Right.A == 0x3000 || (f == "buffer" || f == "texture" || f == "program_in_use" || f == "active_query") && wrong // the state in which cases begin
}

func (b *breaker) value(o explain.Operand) (string, bool) {
	switch o.Kind {
	case explain.Number:
		return strconv.FormatInt(o.A, 10), true
	case explain.State:
		if o.B >= 0 {
			return fmt.Sprintf("state_at(%#x, %d)", o.A, o.B), true
		}
		return fmt.Sprintf("state(%#x)", o.A), true
	case explain.Call:
		if o.Function.Name == "log2" {
			return "20", true
		}
	}
	return "", false
}

// handles are the types that are pointers.
var handles = []string{"EGLDisplay", "EGLConfig", "EGLSurface", "EGLContext", "EGLImage", "EGLSync", "EGLClientBuffer", "GLsync"}

// code returns the call in C.
func (b *breaker) code() string {
	list := make([]string, len(b.args))
	for i, p := range b.command.Params {
		switch {
		case p.Type.IsPointer() || slices.Contains(handles, p.Type.Base):
			list[i] = "(void *)(intptr_t)(" + b.args[i] + ")"
		case strings.HasPrefix(p.Type.Base, "GLDEBUG"):
			list[i] = "0"
		default:
			list[i] = "(" + p.Type.Base + ")(" + b.args[i] + ")"
		}
	}
	return strings.Join(append(b.before, b.command.Name+"("+strings.Join(list, ", ")+");"), " ")
}

// badCalls returns a call for each rule of each command that can be broken by arguments, and the calls of cases.tsv.
func badCalls(t *testing.T, rules *explain.Table) (list []badCall) {
	for _, c := range coreCommands() {
		all := rules.Rules(c)
		for i := range all {
			b := newBreaker(rules, c)
			if !slices.ContainsFunc(all[i].Terms, func(term explain.Term) bool { return !b.breakTerm(term) }) {
				list = append(list, badCall{c.Name, &all[i], "20", b.code()})
			}
		}
	}
	for _, row := range table.Rows("cases.tsv", readString(t, "testdata/explain/cases.tsv"), 3) {
		list = append(list, badCall{command: row[0], since: row[1], code: row[2]})
	}
	return list
}

func readString(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// casesHeader returns the cases in C.
func casesHeader(list []badCall) string {
	var out strings.Builder
	for i, c := range list {
		fmt.Fprintf(&out, "static void case_%d(void) { %s }\n", i, c.code)
	}
	out.WriteString("static const struct test_case cases[] = {\n")
	for i, c := range list {
		fmt.Fprintf(&out, "    {%s, case_%d},\n", c.since, i)
	}
	out.WriteString("};\n")
	return out.String()
}
