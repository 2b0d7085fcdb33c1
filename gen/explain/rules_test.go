package explain

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Each row compiles for each command that it names, and each applies to a command.
func TestRows(t *testing.T) {
	table, used := New(registry.Builtin()), map[*Row]int{}
	for _, c := range registry.Builtin().Commands {
		if err := table.Check(c); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for _, r := range table.Rules(c) {
			used[r.Row]++
		}
	}
	for _, row := range Rows() {
		if used[row] == 0 {
			t.Errorf("rules.tsv:%d: applies to no command", row.Line)
		}
		if name := row.selector(); name != "" && selectors[name] == nil {
			t.Errorf("rules.tsv:%d: unknown selector %s", row.Line, name)
		}
	}
	for _, s := range table.Sets {
		if len(s.Members) == 0 {
			t.Errorf("the set %s is empty", s.Name)
		}
	}
	t.Logf("%d rows, %d sets", len(Rows()), len(table.Sets))
}

// Each function in functions.tsv is used: by name, or by @value.
func TestFunctions(t *testing.T) {
	for _, f := range Functions() {
		if !strings.Contains(rulesTable, f.Name+"(") && !slices.Contains([]string{"int_at", "float_at", "rounded"}, f.Name) {
			t.Errorf("functions.tsv: no rule uses %s", f.Name)
		}
	}
}

// A mistake in a row is an error that names the line.
func TestBadRows(t *testing.T) {
	r := registry.Builtin()
	c, _ := r.Command("glBindBufferRange")
	for condition, want := range map[string]string{
		"size":                      `"size" is not a comparison`,
		"size ~ 1":                  `"size ~ 1" is not a comparison`,
		"length < 1":                "glBindBufferRange has no parameter length",
		"bufer(target) == 0":        "unknown function bufer",
		"target unlisted #EGLSync":  "the registry has no enum group EGLSync",
		"size unlisted GL_NONE":     "size is not a list of attributes",
		"buffer(target,1) == 0":     "buffer has 1 arguments, not 2",
		"index >= @GL_MAX_BUFFERS":  "the registry has no enum GL_MAX_BUFFERS",
		"target notin GL_A|GL_NONE": "the registry has no enum GL_A",
		"target notin #Buffers":     "the registry has no enum group Buffers",
	} {
		row := &Row{1, []string{"glBindBufferRange"}, condition, "GL_INVALID_VALUE", "-", "text"}
		if _, err := New(r).apply(row, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", condition, err, want)
		}
	}
	for text, want := range map[string]string{"{": "no } in the text", "{length}": "has no parameter length"} {
		row := &Row{1, []string{"glBindBufferRange"}, "size < 0", "GL_INVALID_VALUE", "-", text}
		if _, err := New(r).apply(row, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", text, err, want)
		}
	}
	row := &Row{1, []string{"glBindBufferRange"}, "size < 0", "GL_NO_SUCH_ERROR", "-", "text"}
	if _, err := New(r).apply(row, c); err == nil {
		t.Error("an unknown error is accepted")
	}
}

// @value is the value that the last parameter sets, by its type, and @format that of a parameter or a level.
func TestPseudoParameters(t *testing.T) {
	table := New(registry.Builtin())
	for _, c := range []struct {
		command, text string
		kind          Kind
		function      string
	}{
		{"glTexParameteri", "@value", Param, ""},
		{"glTexParameterf", "@value", Call, "rounded"},
		{"glTexParameteriv", "@value", Call, "int_at"},
		{"glTexParameterfv", "@value", Call, "float_at"},
		{"glTexImage2D", "@format", Param, ""},
		{"glTexSubImage2D", "@format", Call, "level_format"},
	} {
		command, _ := registry.Builtin().Command(c.command)
		row := &Row{1, []string{c.command}, c.text + " == 0", "GL_INVALID_VALUE", "-", "{" + c.text + "}"}
		rules, err := table.apply(row, command)
		if err != nil || len(rules) != 1 {
			t.Errorf("%s: %d rules, %v", c.command, len(rules), err)
			continue
		}
		terms := rules[0].Terms
		if got := terms[len(terms)-1].Left; got.Kind != c.kind || got.Kind == Call && got.Function.Name != c.function {
			t.Errorf("%s: %+v", c.command, got)
		}
		if wantVersion := c.function == "level_format"; wantVersion != (terms[0].Left.Kind == Version) {
			t.Errorf("%s: %d terms", c.command, len(terms))
		}
	}
}

// &NAME is the index of a parameter.
func TestParameterIndex(t *testing.T) {
	table := New(registry.Builtin())
	command, _ := registry.Builtin().Command("glCompressedTexImage2D")
	row := &Row{1, []string{"glCompressedTexImage2D"}, "imageSize != compressed_size(&internalformat,&width)", "GL_INVALID_VALUE", "-", "text"}
	rules, err := table.apply(row, command)
	if err != nil {
		t.Fatal(err)
	}
	if o := rules[0].Terms[0].Right; o.A != 2 || o.B != 3 || o.AIsParam || o.BIsParam {
		t.Errorf("%+v", o)
	}
	row.Condition = "imageSize != compressed_size(&GL_RGBA,&width)"
	if _, err := table.apply(row, command); err == nil {
		t.Error("an index of an enum is accepted")
	}
}

// Each operand that a text names is resolved, with its name.
func TestText(t *testing.T) {
	c, _ := registry.Builtin().Command("glDrawRangeElements")
	for _, r := range New(registry.Builtin()).Rules(c) {
		if r.Row.Condition == "end < start" {
			if want := "end{0} is less than start{1}"; r.Text != want || r.Section != "ES 3.2, 10.5" || r.Code != 0x501 || len(r.Values) != 2 {
				t.Errorf("%q (%s), %#x", r.Text, r.Section, r.Code)
			}
			return
		}
	}
	t.Error("no rule")
}

// An older registry lacks names of the table. The rows with them are left out, and all others apply.
func TestOldRegistry(t *testing.T) {
	text, err := os.ReadFile("../../registry/testdata/2022-07.txt")
	if err != nil {
		t.Fatal(err)
	}
	old, err := registry.ReadSnapshot(string(text))
	if err != nil {
		t.Fatal(err)
	}
	count := func(r *registry.Registry) (n int) {
		table := New(r)
		for _, c := range r.Commands {
			n += len(table.Rules(c))
		}
		return n
	}
	if now, before := count(registry.Builtin()), count(old); before < now*9/10 {
		t.Errorf("%d rules with the registry of 2022-07, %d with the current one", before, now)
	}
}

// A value of a set is also valid by extensions whose name for it has another suffix.
func TestVariants(t *testing.T) {
	members, err := New(registry.Builtin()).Members([]string{"GL_TEXTURE_BORDER_COLOR", "GL_COLOR_ATTACHMENT1", "GL_UNSIGNED_INT_24_8"})
	if err != nil || len(members) != 3 {
		t.Fatalf("%+v, %v", members, err)
	}
	for i, want := range []struct {
		since      int
		extensions []string
	}{
		{32, []string{"GL_EXT_texture_border_clamp", "GL_OES_texture_border_clamp"}},
		{30, []string{"GL_OES_packed_depth_stencil"}},
		{30, []string{"GL_EXT_draw_buffers", "GL_NV_fbo_color_attachments"}},
	} {
		has := strings.Fields(members[i].Extensions)
		for _, x := range want.extensions {
			if members[i].Since != want.since || !slices.Contains(has, x) {
				t.Errorf("%+v, expected %d and %q", members[i], want.since, x)
			}
		}
	}
}
