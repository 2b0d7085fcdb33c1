package csource

import (
	"embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed runtime/*.c
var runtime embed.FS

// pieces has the program's own functions in their order, without those that all programs have.
var pieces = []string{"display", "configs", "surfaces", "resize", "images", "frames", "data", "output", "offset", "callbacks", "arrays", "integer_arrays", "mapped",
	"mapped_data", "threads"}

// writeHead writes what is before the functions of the frames.
func (x *Export) writeHead(w io.Writer) {
	s := x.found
	libraries := "-lEGL -lGLESv2"
	if s.threads > 1 {
		libraries += " -lpthread"
	}
	fmt.Fprintf(w, `// The calls of the recording %s, as a program. Number of frames: %d.
//
// To compile: cc FILE.c %s
// To draw to windows of X11: cc -DUSE_X11 FILE.c %[3]s -lX11
// To run: ./a.out [--ppm DIRECTORY]%s
//
// With --ppm, the program writes an image of each frame to a directory that exists.
// Numbers of calls are those of the recording.

#ifdef USE_X11
#include <X11/Xlib.h>
#else
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#endif
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
`, commentText(x.Title), x.frames(), libraries, map[bool]string{true: " [--data DIRECTORY]"}[len(s.contents) > 0])
	headers := []string{"math.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"}
	if s.threads > 1 {
		headers = append(headers, "pthread.h")
	}
	slices.Sort(headers)
	for _, h := range headers {
		fmt.Fprintf(w, "#include <%s>\n", h)
	}
	x.writeConstants(w)
	writePiece(w, "base")
	for _, name := range pieces {
		if s.pieces[name] || name == "threads" && s.threads > 1 {
			writePiece(w, name)
		}
	}
	x.writeExtensions(w)
	x.writeVariables(w)
	fmt.Fprint(w, "\n// --- frames\n")
}

func (x *Export) frames() int {
	n := len(x.file.Frames())
	if x.last >= 0 {
		n = min(n, x.last+1)
	}
	return n
}

func writePiece(w io.Writer, name string) {
	text, err := runtime.ReadFile("runtime/" + name + ".c")
	if err != nil {
		panic(err) // it is part of the program
	}
	fmt.Fprintf(w, "\n%s", text)
}

// writeConstants writes the constants of the program's own functions, and enums that older headers lack.
func (x *Export) writeConstants(w io.Writer) {
	s := x.found
	fmt.Fprintln(w)
	for _, name := range slices.Sorted(maps.Keys(s.enums)) {
		e, _ := registry.Builtin().Enum(name)
		text := fmt.Sprintf("0x%X", e.Value)
		if e.Type != "" && e.Type != "u" && e.Type != "ull" {
			text = fmt.Sprintf("((%s)%d)", e.Type, int64(e.Value))
		}
		fmt.Fprintf(w, "#ifndef %s\n#define %[1]s %s\n#endif\n", name, text)
	}
	if s.threads > 1 {
		fmt.Fprintf(w, "enum { THREADS = %d };\n", s.threads)
	}
	if s.outputs > 0 {
		fmt.Fprintf(w, "enum { OUTPUTS = %d, OUTPUT_SIZE = %d };\n", s.outputs, (s.output+15)&^15)
	}
	if len(s.contents) == 0 {
		return
	}
	fmt.Fprintf(w, "#define DATA_DIRECTORY %s\nstatic const struct {\n    const char *name;\n    size_t size;\n} files[] = {\n", literal([]byte(x.DataName), indent))
	for _, one := range s.contents {
		fmt.Fprintf(w, "    {\"%s\", %d},\n", one.name(), one.size)
	}
	fmt.Fprintln(w, "};")
}

// writeExtensions writes the functions of extensions, and load_functions.
func (x *Export) writeExtensions(w io.Writer) {
	names := slices.Sorted(maps.Keys(x.found.extensions))
	if len(names) == 0 {
		return
	}
	fmt.Fprint(w, "\n// --- functions of extensions\n\n")
	for _, name := range names {
		c, _ := registry.Builtin().Command(name)
		fmt.Fprint(w, newFunction(c).declare())
	}
	writePiece(w, "extensions")
	fmt.Fprint(w, "\nstatic void load_functions(void) {\n")
	for _, name := range names {
		fmt.Fprintf(w, "    %s = (%[1]s_type)load_function(%s);\n", name, strconv.Quote(name))
	}
	fmt.Fprint(w, "}\n")
}

// writeVariables writes the variables of objects, by type.
func (x *Export) writeVariables(w io.Writer) {
	s := x.found
	byType := map[string][]string{}
	for _, name := range s.order {
		byType[s.variables[name]] = append(byType[s.variables[name]], name)
	}
	fmt.Fprint(w, "\n// --- objects: the numbers of names are those of the recording\n\n")
	for _, t := range slices.Sorted(maps.Keys(byType)) {
		fmt.Fprintf(w, "static %s %s;\n", t, strings.TrimLeft(joined(byType[t], len(t)+8, indent), "\n "))
	}
}

// writeMain writes the function main.
func (w *writer) writeMain(s *survey) {
	w.printf("\nint main(int count, char **arguments) {\n    for (int i = 1; i < count; i++) {\n")
	option := func(piece, name, variable string) {
		if s.pieces[piece] {
			w.printf("        if (strcmp(arguments[i], \"%s\") == 0 && i + 1 < count) {\n            %s = arguments[++i];\n            continue;\n        }\n", name, variable)
		}
	}
	option("frames", "--ppm", "ppm_directory")
	option("data", "--data", "data_directory")
	w.printf("        fail(\"unknown argument\", arguments[i]);\n    }\n")
	if len(s.extensions) > 0 {
		w.printf("    load_functions();\n")
	}
	for _, f := range w.frames {
		w.printf("    %s();\n", f.name)
	}
	w.printf("    return 0;\n}\n")
}
