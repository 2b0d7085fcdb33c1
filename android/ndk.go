package android

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

// ABI is an instruction set of Android, with its names in Go and the NDK.
type ABI struct {
	Name   string // for example, arm64-v8a
	GOARCH string
	GoEnv  []string // additional Go environment variables
	Clang  string   // prefix of the compiler's name
}

//go:embed abis.tsv
var abiTable string

// ABIs returns all ABIs, the most common first.
func ABIs() []ABI {
	return table.Must("abis.tsv", abiTable, 5, table.Row(func(w []string) ABI {
		a := ABI{Name: w[0], GOARCH: w[1], Clang: w[3]}
		if w[2] != "-" {
			a.GoEnv = []string{w[2]}
		}
		return a
	}))
}

// FindABI returns the ABI of a name. An unknown name is a usage error.
func FindABI(name string) (ABI, error) {
	var names []string
	for _, a := range ABIs() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return ABI{}, &Error{What: fmt.Sprintf("ABI %q", name), Why: "unknown", Advice: "the ABIs are " + strings.Join(names, ", "), Usage: true}
}

// NDK is an installed Android NDK.
type NDK struct {
	Root string
	bin  string // directory of the compilers
}

// FindNDK returns the NDK that ANDROID_NDK_HOME or ANDROID_NDK_ROOT names, or else the newest in
// $ANDROID_HOME/ndk. A variable that names a directory without an NDK is an error; FindNDK does not try the
// next one.
func FindNDK(getenv func(string) string) (*NDK, error) {
	if root, variable := NDKRoot(getenv); root != "" {
		return openNDK(root, variable)
	}
	return nil, &Error{What: "no Android NDK", Why: "ANDROID_NDK_HOME and ANDROID_NDK_ROOT are not set, and $ANDROID_HOME/ndk contains no NDK",
		Advice: "install NDK r26 or newer from https://developer.android.com/ndk/downloads and set ANDROID_NDK_HOME to its directory"}
}

// NDKRoot returns the directory that FindNDK uses and the variable that names it, or "" if none does. The
// directory may not contain an NDK.
func NDKRoot(getenv func(string) string) (root, variable string) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT"} {
		if root := getenv(name); root != "" {
			return root, name
		}
	}
	if home := getenv("ANDROID_HOME"); home != "" {
		return newestDir(filepath.Join(home, "ndk")), "ANDROID_HOME"
	}
	return "", ""
}

// openNDK finds the compilers of an NDK for this host.
func openNDK(root, variable string) (*NDK, error) {
	settable := variable
	if variable == "ANDROID_HOME" { // names the SDK, and not the NDK in it
		settable = "ANDROID_NDK_HOME"
	}
	advice := "set " + settable + " to the directory of an NDK r26 or newer for this machine"
	root, err := filepath.Abs(root) // Go runs the compiler from other directories
	if err != nil {
		return nil, err
	}
	prebuilt := filepath.Join(root, "toolchains", "llvm", "prebuilt")
	hosts := dirs(prebuilt)
	if len(hosts) == 0 {
		return nil, &Error{What: variable, Why: "no NDK at " + root + ": the directory has no toolchains/llvm/prebuilt/*/bin", Advice: advice}
	}
	for _, host := range hosts {
		if strings.HasPrefix(host, hostSystem()+"-") {
			return &NDK{Root: root, bin: filepath.Join(prebuilt, host, "bin")}, nil
		}
	}
	return nil, &Error{What: variable, Why: fmt.Sprintf("the NDK at %s is for %s, not for %s", root, hosts[0], hostSystem()), Advice: advice}
}

// hostSystem returns the NDK's name of this operating system. Android itself runs the compilers for Linux.
func hostSystem() string {
	if runtime.GOOS == "android" {
		return "linux"
	}
	return runtime.GOOS
}

// dirs returns the names of the directories in dir that contain bin, sorted.
func dirs(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		if isDir(filepath.Join(dir, e.Name(), "bin")) {
			names = append(names, e.Name())
		}
	}
	return names
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// newestDir returns the path of the directory in dir whose name is the highest version number, or "".
func newestDir(dir string) string {
	entries, _ := os.ReadDir(dir)
	best := ""
	for _, e := range entries {
		if isDir(filepath.Join(dir, e.Name())) && (best == "" || versionLess(best, e.Name())) {
			best = e.Name()
		}
	}
	if best == "" {
		return ""
	}
	return filepath.Join(dir, best)
}

var number = lazyregexp.New(`\d+`)

func versionLess(a, b string) bool {
	return slices.Compare(numbers(a), numbers(b)) < 0
}

func numbers(s string) []int {
	var out []int
	for _, n := range number.FindAllString(s, -1) {
		i, _ := strconv.Atoi(n)
		out = append(out, i)
	}
	return out
}

// Compiler returns the path of the C compiler for an ABI and an API level. It fails if the NDK has none.
func (n *NDK) Compiler(a ABI, api int) (string, error) {
	name := fmt.Sprintf("%s%d-clang", a.Clang, api)
	for _, suffix := range []string{"", ".cmd"} {
		path := filepath.Join(n.bin, name+suffix)
		if found, err := exec.LookPath(path); err == nil {
			return found, nil
		}
	}
	return "", &Error{What: "the NDK at " + n.Root, Why: name + " is missing: the NDK is too old or incomplete",
		Advice: "install NDK r26 or newer and set ANDROID_NDK_HOME to its directory"}
}

// Env returns the environment variables with which Go builds for an ABI with this NDK.
func (n *NDK) Env(a ABI, api int) ([]string, error) {
	cc, err := n.Compiler(a, api)
	if err != nil {
		return nil, err
	}
	return a.Env(cc), nil
}

// Env returns the environment variables with which Go builds for the ABI with a C compiler and its arguments.
func (a ABI) Env(cc ...string) []string {
	words := make([]string, len(cc))
	for i, word := range cc {
		words[i] = quoted(word)
	}
	return append([]string{"GOOS=android", "GOARCH=" + a.GOARCH, "CC=" + strings.Join(words, " ")}, a.GoEnv...)
}

// quoted returns an argument as one word in CC, which Go splits at blanks outside quotes.
func quoted(path string) string {
	switch {
	case !strings.ContainsAny(path, " \t\r\n"):
		return path
	case strings.Contains(path, `"`):
		return "'" + path + "'"
	}
	return `"` + path + `"`
}
