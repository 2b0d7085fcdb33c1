package csource

import (
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// hostile has texts that could end a comment, a literal or a line.
var hostile = []string{"", "*/ evil();", "/* ", "a\nb\r\n", "\\", "??/", "??/\n#define X", `"; evil(); "`, "\x00\x01\x7f\xff", "ä\u202e", "%s%n", strings.Repeat("x", 9000), "\t?", "1\x001"}

// Texts in comments stay in their comment, and in their line.
func TestCommentText(t *testing.T) {
	for _, text := range hostile {
		got := commentText(text)
		if strings.ContainsAny(got, "\n\r\\?*\x00") || len(got) > mostComment+2 || !strings.HasPrefix(got, `"`) || !strings.HasSuffix(got, `"`) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestIdentifier(t *testing.T) {
	for text, want := range map[string]string{"lights[3].color": "lights_3__color", "": "", "*/ x": "x", "gl_Position": "gl_Position", strings.Repeat("a", 99): strings.Repeat("a", mostName), "ä": ""} {
		if got := identifier(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A compiler reads literals as the text that they were written from.
func TestLiteral(t *testing.T) {
	if got, want := literal([]byte("a\n\"b\"\\?\x01"+"2ä"), "  "), "\"a\\n\"\n  \"\\\"b\\\"\\\\\\?\\0012\\303\\244\""; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Fatal("cc is missing: make deps installs it")
	}
	var all, source strings.Builder
	source.WriteString("#include <stdio.h>\nint main(void) {\n")
	for _, text := range hostile {
		all.WriteString(text)
		source.WriteString("    { // " + commentText(text) + "\n        static const char text[] = " + literal([]byte(text), "        ") + ";\n        fwrite(text, 1, sizeof text - 1, stdout);\n    }\n")
	}
	source.WriteString("    return 0;\n}\n")
	for _, standard := range []string{"-std=c99", "-std=gnu17"} { // C99 has trigraphs
		out := filepath.Join(t.TempDir(), "out")
		cmd := exec.Command(cc, standard, "-Wall", "-Wextra", "-Werror", "-x", "c", "-", "-o", out)
		cmd.Stdin = strings.NewReader(source.String())
		if printed, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		if got, err := exec.Command(out).Output(); err != nil || string(got) != all.String() {
			t.Errorf("%s: %v, printed %q", standard, err, got)
		}
	}
}

func TestValue(t *testing.T) {
	const (
		kindInt    = tracepb.Cell_CELL_INT
		kindUint   = tracepb.Cell_CELL_UINT
		kindLong   = tracepb.Cell_CELL_LONG
		kindUlong  = tracepb.Cell_CELL_ULONG
		kindFloat  = tracepb.Cell_CELL_FLOAT
		kindDouble = tracepb.Cell_CELL_DOUBLE
	)
	bits := func(f float32) uint64 { return uint64(math.Float32bits(f)) }
	for _, c := range []struct {
		bits uint64
		size int
		cell tracepb.Cell
		hex  bool
		want string
	}{
		{math.MaxUint64, 4, kindInt, false, "-1"},
		{1 << 31, 4, kindInt, false, "INT32_MIN"},
		{0xFFFFFFFF, 4, kindUint, false, "4294967295u"},
		{0x1FF, 1, kindUint, false, "255"},
		{0x8B30, 4, kindUint, true, "0x8B30"},
		{1 << 63, 8, kindLong, false, "INT64_MIN"},
		{math.MaxUint64, 8, kindUlong, false, "18446744073709551615ull"},
		{bits(1), 4, kindFloat, false, "1.0f"},
		{bits(1e10), 4, kindFloat, false, "1e+10f"},
		{bits(0.1), 4, kindFloat, false, "0.1f"},
		{bits(float32(math.Copysign(0, -1))), 4, kindFloat, false, "-0.0f"},
		{bits(float32(math.Inf(-1))), 4, kindFloat, false, "-INFINITY"},
		{bits(float32(math.NaN())), 4, kindFloat, false, "NAN"},
		{math.Float64bits(2), 8, kindDouble, false, "2.0"},
	} {
		if got := value(c.bits, c.size, c.cell, c.hex); got != c.want {
			t.Errorf("%x %v: %s, want %s", c.bits, c.cell, got, c.want)
		}
	}
}

// Names that collide get another name; names of the program's own functions have no number.
func TestVariable(t *testing.T) {
	s := newSurvey()
	for _, c := range []struct{ key, want string }{{"a", "texture_1"}, {"b", "texture_1_v2"}, {"a", "texture_1"}, {"c", "texture_1_v3"}} {
		if got := s.variable(c.key, "texture_1", "GLuint"); got != c.want {
			t.Errorf("%s: %s, want %s", c.key, got, c.want)
		}
	}
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]string{"": "GLubyte", "\x00\x00\x00\x00": "GLubyte", "\x00\x00\x80\x3f\x00\x00\x00\x00": "GLfloat", "abc": "GLubyte", "\xff\xff\xff\xff": "GLubyte"} {
		if got := guess([]byte(text)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}
