//go:build linux

package sysroot_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/sysroot"
	"github.com/gleslayergen/gleslayergen/rules"
)

// A libc is a sysroot to compare with: that of an NDK, or a changed one.
type libc struct {
	abi     android.ABI
	own     string // the sysroot of this package
	dir     string
	library func(name string) string // the path of a library
}

// compare returns the differences between the sysroot of this package and another one: missing functions, declarations that
// conflict, and constants, sizes and offsets that differ.
func (l libc) compare(t *testing.T) []string {
	t.Helper()
	all := l.missing(t)
	headers := map[string][]sysroot.Function{}
	for _, f := range sysroot.Functions() {
		headers[f.Header] = append(headers[f.Header], f)
	}
	for name, text := range sysroot.Headers() {
		all = append(all, l.conflicts(t, name, headers[name])...)
		all = append(all, l.values(t, name, text)...)
	}
	slices.Sort(all)
	return all
}

// missing returns the functions that the libraries lack.
func (l libc) missing(t *testing.T) (all []string) {
	t.Helper()
	names := map[string][]string{}
	for _, f := range sysroot.Functions() {
		if f.Library == "crt" || f.GOARCH != "" && f.GOARCH != l.abi.GOARCH {
			continue
		}
		if names[f.Library] == nil {
			names[f.Library] = exported(t, l.library(f.Library))
		}
		if !slices.Contains(names[f.Library], f.Name) {
			all = append(all, fmt.Sprintf("%s: %s.so has no %s", l.abi.Name, f.Library, f.Name))
		}
	}
	return all
}

func exported(t *testing.T, path string) (names []string) {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			names = append(names, s.Name)
		}
	}
	return names
}

// clang compiles a C file with a sysroot and returns the messages, with the errors first.
func (l libc) clang(t *testing.T, dir, text string, args ...string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.c")
	if err := os.WriteFile(file, []byte("#define _GNU_SOURCE 1\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	args = append(args, fmt.Sprintf("--target=%s%d", l.abi.Clang, rules.MinAPI), "--sysroot="+dir, "-w", "-ferror-limit=0", file)
	out, err := exec.Command("clang", args...).CombinedOutput()
	return string(out), err
}

var errorForm = regexp.MustCompile(`(?m)^.*error: (.*)$`)

// conflicts returns the compiler's errors for declarations after the other sysroot's header.
func (l libc) conflicts(t *testing.T, header string, functions []sysroot.Function) (all []string) {
	t.Helper()
	text := "#include <" + header + ">\n"
	for _, f := range functions {
		declaration, _, _ := strings.Cut(f.Declaration, " __WITH_64")
		text += "#undef " + f.Name + "\n" + declaration + ";\n"
	}
	out, _ := l.clang(t, l.dir, text, "-fsyntax-only")
	for _, m := range errorForm.FindAllStringSubmatch(out, -1) {
		all = append(all, fmt.Sprintf("%s: %s: %s", l.abi.Name, header, m[1]))
	}
	return all
}

// values returns the constants, sizes and offsets of a header that differ.
func (l libc) values(t *testing.T, header, text string) (all []string) {
	t.Helper()
	list := expressions(text)
	if len(list) == 0 {
		return nil
	}
	ours, err := l.evaluate(t, l.own, header, list)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := l.evaluate(t, l.dir, header, list)
	if err != nil {
		return []string{err.Error()}
	}
	for i, e := range list {
		if ours[i] != theirs[i] {
			all = append(all, fmt.Sprintf("%s: %s: %s is %#x, not %#x", l.abi.Name, header, e, theirs[i], ours[i]))
		}
	}
	return all
}

var (
	comments   = regexp.MustCompile(`//.*`)
	constants  = regexp.MustCompile(`(?m)^#define ([A-Z]\w*) +[^{"\\\n]+$`)
	formats    = regexp.MustCompile(`(?m)^#define ((?:PRI|SCN)\w+)`)
	enumerator = regexp.MustCompile(`(?m)^    (ANDROID_\w+)`)
	scalars    = regexp.MustCompile(`(?m)^typedef [\w ]*?(\w+(?:, \w+)*);$`)
	structures = regexp.MustCompile(`(?ms)^(?:typedef )?struct ?(\w*) \{$(.*?)^\} ?(\w*);$`)
	arrays     = regexp.MustCompile(`\[[^]]*\]|\(\w+(?:, [^)]*)?\)`) // and parameters of functions
	members    = regexp.MustCompile(`(\w+)\)?\s*[,;]`)
	fixed      = []string{"pad", "reserved", "unused", "words", "short_ino"} // members with names of this package
)

// expressions returns the constants of a header, and the sizes and offsets of its types.
func expressions(text string) (list []string) {
	text = comments.ReplaceAllString(text, "")
	for _, m := range constants.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	for _, m := range formats.FindAllStringSubmatch(text, -1) {
		list = append(list, "sizeof("+m[1]+")")
	}
	for _, m := range enumerator.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	for _, m := range scalars.FindAllStringSubmatch(text, -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			if name != "FILE" && name != "DIR" {
				list = append(list, "sizeof("+name+")", "(("+name+")-1 < 0)")
			}
		}
	}
	for _, m := range structures.FindAllStringSubmatch(text, -1) {
		name := m[3]
		if m[1] != "" {
			name = "struct " + m[1]
		}
		list = append(list, "sizeof("+name+")")
		for _, member := range members.FindAllStringSubmatch(arrays.ReplaceAllString(m[2], ""), -1) {
			if !slices.ContainsFunc(fixed, func(prefix string) bool { return strings.HasPrefix(member[1], prefix) }) && m[1] != "" {
				list = append(list, "__builtin_offsetof("+name+", "+member[1]+")")
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// evaluate returns the values of expressions with a header of a sysroot.
func (l libc) evaluate(t *testing.T, dir, header string, list []string) ([]uint64, error) {
	t.Helper()
	text := "#include <stddef.h>\n#include <" + header + ">\nconst long long values[] = {\n"
	for _, e := range list {
		text += "(long long)(" + e + "),\n"
	}
	object := filepath.Join(t.TempDir(), "x.o")
	if out, err := l.clang(t, dir, text+"};\n", "-c", "-o", object); err != nil {
		return nil, fmt.Errorf("%s: %s in %s: %s", l.abi.Name, header, dir, out)
	}
	f, err := elf.Open(object)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := f.Section(".rodata").Data()
	if err != nil {
		return nil, err
	}
	values := make([]uint64, len(list))
	return values, binary.Read(bytes.NewReader(data), binary.LittleEndian, values)
}

// ownDir returns the sysroot of this package for an ABI, in a cache directory.
func ownDir(t *testing.T, cache string, abi android.ABI) string {
	t.Helper()
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	root, err := clang.Root(t.Context(), cache, abi)
	if err != nil {
		t.Fatal(err)
	}
	return root.Dir()
}
