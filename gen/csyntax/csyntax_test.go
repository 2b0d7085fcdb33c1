package csyntax

import "testing"

func TestExpressions(t *testing.T) {
	for want, got := range map[string]Expr{
		"f()":                        Call("f"),
		"f(a, 1)":                    Call("f", "a", Int(1)),
		"(uint64_t)(int64_t)x":       Cast("uint64_t", Cast("int64_t", "x")),
		"(const uint64_t[]){ a, b }": Array("const uint64_t", "a", "b"),
		"sizeof(void *) + 8":         Binary("+", Sizeof("void *"), Int(8)),
		"n * (int64_t)sizeof *p":     Binary("*", "n", Cast("int64_t", SizeofTarget("p"))),
		"offsetof(struct s, m) == 8": Binary("==", Offsetof(Struct("s"), "m"), Int(8)),
		".m = !f(NULL)":              Designated("m", Not(Call("f", Null))),
		"\"text\"":                   Quote("text"),
		"c ? NULL : f(a)":            Conditional("c", Null, Call("f", "a")),
	} {
		if string(got) != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}

func TestDeclarations(t *testing.T) {
	for want, got := range map[string]string{
		"GLint x":                                Declare("GLint", "x"),
		"void *x":                                Declare("void *", "x"),
		"GLint ":                                 Declare("GLint", ""),
		"void (*f)(void)":                        FunctionPointer("void", "f", Params(nil)),
		"void *(*)(int a, int b)":                FunctionPointer("void *", "", Params([]string{"int a", "int b"})),
		"typedef void *T;":                       Typedef(Declare("void *", "T")),
		"struct s;":                              DeclareStruct("s"),
		"struct s {\n    int a;\n    int b;\n};": DefineStruct("s", []string{"int a", "int b"}),
		"_Static_assert(1, \"message\");":        Assert(Int(1), "message"),
	} {
		if got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}
