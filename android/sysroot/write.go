package sysroot

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/rules"
)

//go:embed headers crt all:cxx
var embedded embed.FS

// configFile has the flags of the compiler, libDir the libraries. clang finds headers in includeDir. startFile is linked only into
// programs.
const configFile, includeDir, libDir, startFile = "clang.cfg", "usr/include", "lib", "lib/start.o"

// A source is a file of the sysroot, or a C file that write compiles.
type source struct{ path, text string }

// sources returns the headers, below includeDir, and the C files of the libraries and objects, below libDir.
func sources(abi android.ABI) []source {
	var all []source
	declarations, stubs := map[string][]string{}, map[string][]string{}
	for _, f := range Functions() {
		if f.Header != "" {
			declarations[f.Header] = append(declarations[f.Header], f.Declaration+";\n")
		}
		if f.Library != "crt" && (f.GOARCH == "" || f.GOARCH == abi.GOARCH) {
			stubs[f.Library] = append(stubs[f.Library], f.stub())
		}
	}
	eachFile("headers", func(name, text string) {
		all = append(all, source{path.Join(includeDir, name), header(text, declarations[name])})
	})
	eachFile("crt", func(name, text string) { all = append(all, source{path.Join(libDir, name), text}) })
	for library, lines := range stubs {
		all = append(all, source{path.Join(libDir, library+".stub.c"), strings.Join(lines, "")})
	}
	slices.SortFunc(all, func(a, b source) int { return strings.Compare(a.path, b.path) })
	return all
}

// Headers returns the types and constants of each header, by name.
func Headers() map[string]string {
	all := map[string]string{}
	eachFile("headers", func(name, text string) { all[name] = text })
	return all
}

// eachFile calls add with the name and the text of each file in an embedded directory.
func eachFile(dir string, add func(name, text string)) {
	_ = fs.WalkDir(embedded, dir, func(name string, entry fs.DirEntry, err error) error { // never fails: the files are embedded
		if err == nil && !entry.IsDir() {
			text, _ := embedded.ReadFile(name)
			add(strings.TrimPrefix(name, dir+"/"), string(text))
		}
		return err
	})
}

// header returns the text of a header with types and constants, and with declarations of functions.
func header(types string, declarations []string) string {
	text := "#pragma once\n" + types
	if len(declarations) > 0 {
		text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n" + strings.Join(declarations, "") + "#ifdef __cplusplus\n}\n#endif\n"
	}
	return text
}

// stub returns a definition with the name only.
func (f Function) stub() string {
	if f.isVariable() {
		return "void *" + f.Name + ";\n"
	}
	return "void " + f.Name + "(void) {}\n"
}

// stubFlags compile libraries that are only linked against.
var stubFlags = []string{"-w", "-fno-builtin", "-shared", "-fPIC", "-O1"}

// codeFlags compile the code that becomes part of layers and programs. Each function has a section, so that the linker leaves out those that
// a layer does not call.
var codeFlags = []string{"-c", "-O2", "-fPIC", "-fno-builtin", "-ffunction-sections", "-fdata-sections", "-fvisibility=hidden"}

var (
	objectFlags    = append(slices.Clone(codeFlags), "-std=gnu11", fmt.Sprintf("-DANDROID_API=%d", rules.MinAPI))
	cxxObjectFlags = append(slices.Clone(codeFlags), "-std=c++17")
)

// write writes the sysroot into dir, an empty directory that is then renamed to final. Without libc++, it is for C
// alone.
func (c *Clang) write(ctx context.Context, dir, final string, abi android.ABI, files []source) error {
	for _, f := range files {
		if err := writeFile(dir, f); err != nil {
			return err
		}
	}
	var linked []string // by C and C++
	var linkedCXX []string
	cc := append([]string{c.Path}, append(flags(abi), "--sysroot="+dir)...)
	for _, f := range files {
		args, out := compilation(f)
		switch path.Ext(f.path) {
		default:
			continue
		case ".c":
			if out != startFile {
				linked = append(linked, out)
			}
		case ".cc":
			args = append(args, c.cxxConfig(dir)...)
			linkedCXX = append(linkedCXX, out)
		}
		if err := cbuild.Compile(ctx, cc, dir, f.path+" for "+abi.Name, append(args, "-o", out, f.path)...); err != nil {
			return err
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(f.path))); err != nil {
			return err
		}
	}
	words := c.config(abi, final)
	made := []source{{configFile, lines(append(words, link(final, linked)...))}}
	if c.Libcxx() != "" {
		words = append(words, c.cxxConfig(final)...)
		made = append(made, source{cxxConfigFile, lines(append(words, link(final, append(linked, linkedCXX...))...))}, source{toolchainFile, c.toolchain(abi, final)})
	}
	for _, f := range made {
		if err := writeFile(dir, f); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(dir string, f source) error {
	file := filepath.Join(dir, filepath.FromSlash(f.path))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(f.text), 0o600)
}

// compilation returns the flags for a file, and the name of the result.
func compilation(f source) (args []string, out string) {
	name := strings.TrimSuffix(path.Base(f.path), path.Ext(f.path))
	library, isStub := strings.CutSuffix(name, ".stub")
	switch {
	case isStub:
		return append(slices.Clone(stubFlags), "-Wl,-soname,"+library+".so"), path.Join(libDir, library+".so")
	case path.Ext(f.path) == ".cc":
		return slices.Clone(cxxObjectFlags), path.Join(libDir, name+".o")
	}
	return slices.Clone(objectFlags), path.Join(libDir, name+".o")
}

// config returns the flags of the compiler for a sysroot in dir. A layer has no paths of this machine, also not in its debug
// information, on which the build ID depends.
func (c *Clang) config(abi android.ABI, dir string) []string {
	return append(flags(abi), "--sysroot="+dir, "-L"+filepath.Join(dir, libDir), "-ffile-prefix-map="+dir+"=/sysroot", "-ffile-prefix-map="+c.prefix+"=/llvm")
}

// link returns the flags of the linker: the libraries, of which it uses those that a layer needs, and the objects.
func link(dir string, files []string) []string {
	words := []string{"-Xlinker", "--as-needed"}
	for _, name := range files {
		words = append(words, "-Xlinker", filepath.Join(dir, filepath.FromSlash(name)))
	}
	return words
}

// lines returns the text of a file with flags, one on a line.
func lines(words []string) string {
	var text strings.Builder
	for _, word := range words {
		text.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + "\"\n")
	}
	return text.String()
}
