package android

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// ABI is an instruction set of Android, and how Go and the NDK call it.
type ABI struct {
	Name   string // arm64-v8a
	GOARCH string
	GoEnv  []string // more of Go's environment
	Clang  string   // prefix of the compiler's name
}

//go:embed abis.tsv
var abiTable string

// ABIs are all ABIs, the most common first.
func ABIs() []ABI {
	var out []ABI
	for line := range strings.Lines(abiTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		w := strings.Split(line, "\t")
		a := ABI{Name: w[0], GOARCH: w[1], Clang: w[3]}
		if w[2] != "-" {
			a.GoEnv = []string{w[2]}
		}
		out = append(out, a)
	}
	return out
}

// FindABI finds an ABI by name.
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
	bin  string // of its compilers
}

// FindNDK looks for the NDK in ANDROID_NDK_HOME, ANDROID_NDK_ROOT, and the newest below $ANDROID_HOME/ndk. A
// variable that is set, but to no NDK, is an error rather than passed over.
func FindNDK(getenv func(string) string) (*NDK, error) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT"} {
		if root := getenv(name); root != "" {
			return openNDK(root, name)
		}
	}
	if home := getenv("ANDROID_HOME"); home != "" {
		if root := newest(filepath.Join(home, "ndk")); root != "" {
			return openNDK(root, "ANDROID_HOME")
		}
	}
	return nil, &Error{What: "no Android NDK", Why: "neither ANDROID_NDK_HOME, ANDROID_NDK_ROOT nor $ANDROID_HOME/ndk names one",
		Advice: "install NDK r26 or newer from https://developer.android.com/ndk/downloads and set ANDROID_NDK_HOME to its folder"}
}

// openNDK finds the compilers of an NDK for this machine.
func openNDK(root, variable string) (*NDK, error) {
	hosts, _ := filepath.Glob(filepath.Join(root, "toolchains", "llvm", "prebuilt", "*", "bin"))
	if len(hosts) == 0 {
		return nil, &Error{What: variable, Why: "no NDK at " + root + ": it has no toolchains/llvm/prebuilt/*/bin",
			Advice: "set " + variable + " to the folder of an NDK r19 or newer"}
	}
	slices.SortStableFunc(hosts, func(a, b string) int { return cmp.Compare(hostRank(a), hostRank(b)) })
	return &NDK{Root: root, bin: hosts[0]}, nil
}

// hostRank prefers the compilers made for this machine.
func hostRank(bin string) int {
	if strings.HasPrefix(filepath.Base(filepath.Dir(bin)), runtime.GOOS+"-") {
		return 0
	}
	return 1
}

// newest is the folder with the highest version number as its name.
func newest(dir string) string {
	entries, _ := os.ReadDir(dir)
	best := ""
	for _, e := range entries {
		if best == "" || versionLess(best, e.Name()) {
			best = e.Name()
		}
	}
	if best == "" {
		return ""
	}
	return filepath.Join(dir, best)
}

var number = regexp.MustCompile(`\d+`)

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

// Compiler is the C compiler for an ABI and an API level.
func (n *NDK) Compiler(a ABI, api int) (string, error) {
	name := fmt.Sprintf("%s%d-clang", a.Clang, api)
	for _, suffix := range []string{"", ".cmd"} {
		path := filepath.Join(n.bin, name+suffix)
		if found, err := exec.LookPath(path); err == nil {
			return found, nil
		}
	}
	return "", &Error{What: "the NDK at " + n.Root, Why: "it has no " + name + ": too old, or not complete",
		Advice: "install NDK r26 or newer and set ANDROID_NDK_HOME to its folder"}
}

// Env is the environment in which Go builds for an ABI with this NDK.
func (n *NDK) Env(a ABI, api int) ([]string, error) {
	cc, err := n.Compiler(a, api)
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(cc, " \t") {
		cc = `"` + cc + `"` // Go splits CC at blanks outside quotes
	}
	return append([]string{"GOOS=android", "GOARCH=" + a.GOARCH, "CC=" + cc}, a.GoEnv...), nil
}
