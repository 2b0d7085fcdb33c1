package test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

const traceDoc = "../docs/trace.md"

// documented returns the code blocks of a language in docs/trace.md.
func documented(t *testing.T, language string) (code []string) {
	t.Helper()
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(read(t, traceDoc), -1) {
		code = append(code, m[1])
	}
	return code
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sh runs commands of the document, with a program named game in the same directory.
func (r *tracer) sh(commands string) string {
	r.Helper()
	if err := os.Link(r.frames(), filepath.Join(r.home, "game")); err != nil {
		r.Fatal(err)
	}
	cmd := r.command("sh", "-ec", commands)
	cmd.Env = append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.Fatalf("%s\n%v\n%s", commands, err, out)
	}
	return string(out)
}

// The first commands of docs/trace.md record a program and show its calls.
func TestTraceDocs(t *testing.T) {
	scripts := documented(t, "sh")
	if len(scripts) != 2 {
		t.Fatalf("%d scripts", len(scripts))
	}
	r := newTracer(t)
	out := r.sh(strings.Replace(strings.ReplaceAll(scripts[0], "'glDraw*'", "'glClear*'"), "-- ./game", "-- ./game 20 7 500", 1))
	checkContains(t, out, []string{"20 frames", "glScissor", "glClearColor(red=", "game.pftrace: "})
	if f, err := file.Open(filepath.Join(r.home, "game.gltrace")); err != nil || f.End() == nil || len(f.Frames()) < 20 {
		t.Errorf("%v: no whole recording", err)
	}
}

// So do those for a running program.
func TestTraceDocsStart(t *testing.T) {
	r := newTracer(t)
	script := documented(t, "sh")[1]
	waiting := "-- ./game 0 7 500 >game.out 2>&1 &\nuntil grep -q drawing game.out; do sleep 0.1; done"
	script = strings.Replace(script, "-- ./game &", waiting, 1)
	if !strings.Contains(script, waiting) {
		t.Fatalf("the document has other commands:\n%s", script)
	}
	out := r.sh("trap 'kill $!; wait $!' EXIT\n" + script)
	checkContains(t, out, []string{"part.gltrace: ", "game", "RECORDED BY"})
	f, err := file.Open(filepath.Join(r.home, "part.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	first, err := f.Call(0)
	if err != nil || first.Flags&tracepb.CallFlag_FLAG_SYNTHETIC == 0 || len(f.Frames()) < 100 {
		t.Errorf("%v: it begins with %v and has %d frames", err, first, len(f.Frames()))
	}
}

// The reader in docs/trace.md gives the same result as the tool's own, and says where a recording is damaged.
func TestTraceDocsReader(t *testing.T) {
	code := documented(t, "go")
	if len(code) != 1 {
		t.Fatalf("%d programs", len(code))
	}
	source, program := filepath.Join(t.TempDir(), "main.go"), filepath.Join(t.TempDir(), "reader")
	if err := os.WriteFile(source, []byte(code[0]), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"gofmt", "-l", source}, {"go", "build", "-o", program, source}} {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	sample := tracetest.Sample(20)
	got, err := readBy(t, program, sample)
	want := cells(t, sample)
	if err != nil || len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%v: %d calls, and there are %d", err, len(got), len(want))
	}
	sample[len(sample)/2] ^= 1
	if _, err := readBy(t, program, sample); err == nil {
		t.Error("a damaged recording is read")
	}
}

func readBy(t *testing.T, program string, recording []byte) ([]string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Stdin = bytes.NewReader(recording)
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	return lines, err
}

// cells are the calls of a recording as that program prints them.
func cells(t *testing.T, recording []byte) (lines []string) {
	t.Helper()
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		t.Fatal(err)
	}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%d %s", c.Thread, c.Function.Name)
		values := c.Args
		if c.Function.Result != nil {
			values = append(slices.Clone(values), c.Result)
		}
		for i, v := range values {
			if i < len(c.Args) && isNarrow(c.Function.Params[i].Cell) || i == len(c.Args) && isNarrow(c.Function.Result.Cell) {
				v.Bits = uint64(uint32(v.Bits))
			}
			line += fmt.Sprintf(" %x", v.Bits)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func isNarrow(c tracepb.Cell) bool {
	return c == tracepb.Cell_CELL_INT || c == tracepb.Cell_CELL_UINT
}

// docs/trace.md has each flag, each setting of the recorder, each key of the viewer and each message of the
// format, as they are in the code.
func TestTraceDocsTables(t *testing.T) {
	text := read(t, traceDoc)
	rows := map[string]string{} // a name in the code, and its file
	for _, s := range record.Switches {
		rows["| `--"+s.Name+"` | `"+s.Setting+"` |"] = "session.Switches"
	}
	find := func(path, pattern, row string) {
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(read(t, path), -1)
		if len(found) == 0 {
			t.Errorf("nothing like %s in %s", pattern, path)
		}
		for _, m := range found {
			rows[fmt.Sprintf(row, m[1])] = path
		}
	}
	find("../templates/trace/trace/zz_generated_options.c", `layer_setting\("(\w+)"`, "| `%s` |")
	find("../templates/trace/trace/zz_generated_folder.c", `layer_setting\("(\w+)"`, "| `%s` |")
	find("../trace/view/page/keys.js", `(?m)^  \[\[.*\], '([^']+)', `, "%s")
	for number := tracepb.ChunkType_CHUNK_HELLO; number < tracepb.ChunkType_CHUNK_COMMAND; number++ {
		name := strings.ToLower(strings.TrimPrefix(number.String(), "CHUNK_"))
		rows[fmt.Sprintf("| %d | `%s%s` |", number, strings.ToUpper(name[:1]), name[1:])] = "gltrace.proto"
	}
	for row, where := range rows {
		if !strings.Contains(text, row) {
			t.Errorf("%s has %q, and docs/trace.md has not", where, row)
		}
	}
}

// Each link of the documents leads to a file, and to a heading in it.
func TestDocsLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	code := regexp.MustCompile("(?ms)^```.*?^```$")
	pages, _ := filepath.Glob("../docs/*.md")
	top, _ := filepath.Glob("../*.md")
	examples, _ := filepath.Glob("../examples/*/README.md")
	for _, page := range slices.Concat(pages, top, examples) {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(read(t, page), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, anchor, has := strings.Cut(m[1], "#")
			to := page
			if path != "" {
				to = filepath.Join(filepath.Dir(page), filepath.FromSlash(path))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[1])
			} else if has && !slices.Contains(anchors(read(t, to)), anchor) {
				t.Errorf("%s: %s has no such heading", page, m[1])
			}
		}
	}
}

// anchors are the names that code hosts give to the headings of a page.
func anchors(text string) (names []string) {
	count := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		name = regexp.MustCompile(`[^\p{L}\p{N}_-]`).ReplaceAllString(name, "")
		if n := count[name]; n > 0 {
			names = append(names, fmt.Sprintf("%s-%d", name, n)) // the second heading with this name
		}
		count[name]++
		names = append(names, name)
	}
	return names
}
