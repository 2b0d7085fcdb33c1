package crash

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
)

// Session is all that the steps to a debugger depend on.
type Session struct {
	Tool, ADB  string // the commands, with what chooses the device
	Serial     string // "" where there is no choice
	Package    string
	ABI        string
	User       int
	PID        int // 0: the app does not run
	Component  string
	Debuggable bool
	SU         bool // adb's shell has to ask su to be root
	Server     string
	Symbols    []string // folders with files of symbols
	Libraries  []string // folders with the layers themselves
}

//go:embed debug.sh.tmpl
var shellSteps string

//go:embed debug.lldb.tmpl
var lldbSteps string

// RunAs is how the device's shell becomes the app.
func (s Session) RunAs() string { return adb.RunAs(s.Package, s.User) }

// As is how the device's shell becomes who may attach to the app, up to the command.
func (s Session) As() string {
	switch {
	case s.Debuggable:
		return s.RunAs() + " sh -c"
	case s.SU:
		return "su 0 sh -c"
	}
	return "sh -c"
}

// Platform starts the server.
func (s Session) Platform() string {
	switch {
	case s.Debuggable:
		return s.RunAs() + " ./lldb-server"
	case s.SU:
		return "su 0 /data/local/tmp/lldb-server"
	}
	return "/data/local/tmp/lldb-server"
}

// Start is the command that starts the app. The name of an activity may have a dollar, which no shell is to take for its own.
func (s Session) Start() string {
	return fmt.Sprintf("%s shell %s", s.ADB, adb.Word(fmt.Sprintf("am start --user %d -n %s", s.User, adb.Word(cmp.Or(s.Component, "COMPONENT")))))
}

// Shell are the steps for the reader's shell.
func (s Session) Shell() string { return s.text(shellSteps) }

// LLDB are the steps for lldb.
func (s Session) LLDB() string { return s.text(lldbSteps) }

func (s Session) text(steps string) string {
	var out strings.Builder
	t := template.Must(template.New("").Funcs(template.FuncMap{"word": adb.Word, "lldb": lldbWord}).Parse(steps))
	if err := t.Execute(&out, s); err != nil {
		panic("crash: " + err.Error()) // a fault in a template: tests fill in both
	}
	return out.String()
}

// lldbWord is a path as lldb's own command line wants it.
func lldbWord(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// servers are the folders of lldb-server in the NDK, by ABI.
var servers = map[string]string{"arm64-v8a": "aarch64", "armeabi-v7a": "arm", "x86_64": "x86_64", "x86": "i386"}

// FindServer finds the NDK's lldb-server for an ABI.
func FindServer(getenv func(string) string, abi string) (string, error) {
	ndk, err := android.FindNDK(getenv)
	if err != nil {
		return "", err
	}
	for _, lib := range []string{"lib", "lib64"} {
		found, _ := filepath.Glob(filepath.Join(ndk.Root, "toolchains", "llvm", "prebuilt", "*", lib, "clang", "*", "lib", "linux", servers[abi], "lldb-server"))
		if len(found) > 0 {
			return slices.Max(found), nil
		}
	}
	return "", &android.Error{What: "the NDK at " + ndk.Root, Why: "it has no lldb-server for " + abi, Advice: "install NDK r26 or newer and set ANDROID_NDK_HOME to its folder"}
}

// AddFolders adds what the folders that a build filled have for the session's ABI: DIR/ABI, or DIR itself.
func (s *Session) AddFolders(folders []string) error {
	for _, folder := range folders {
		folder, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		for _, libs := range []string{filepath.Join(folder, s.ABI), folder} {
			symbols := filepath.Join(libs, ".debug")
			if info, err := os.Stat(symbols); err == nil && info.IsDir() {
				s.Symbols, s.Libraries = append(s.Symbols, symbols), append(s.Libraries, libs)
				break
			}
		}
	}
	return nil
}
