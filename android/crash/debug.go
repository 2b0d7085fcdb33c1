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

// Session holds the data for the debugger scripts.
type Session struct {
	Tool, ADB  string // the commands, with the arguments that select the device
	Serial     string // "" if the device need not be selected
	Package    string
	ABI        string
	User       int
	PID        int // 0: the app is not running
	Component  string
	Debuggable bool
	SU         bool // adb's shell needs su to become root
	Server     string
	Symbols    []string // directories with symbol files
	Libraries  []string // directories with the layers
}

//go:embed debug.sh.tmpl
var shellSteps string

//go:embed debug.lldb.tmpl
var lldbSteps string

// RunAs returns the command with which the device's shell acts as the app.
func (s Session) RunAs() string { return adb.RunAs(s.Package, s.User) }

// As returns the command prefix for the device's shell that runs a command as a user who may attach to the
// app.
func (s Session) As() string {
	switch {
	case s.Debuggable:
		return s.RunAs() + " sh -c"
	case s.SU:
		return "su 0 sh -c"
	}
	return "sh -c"
}

// Platform returns the device command that runs lldb-server, as a user who may attach to the app.
func (s Session) Platform() string {
	switch {
	case s.Debuggable:
		return s.RunAs() + " ./lldb-server"
	case s.SU:
		return "su 0 /data/local/tmp/lldb-server"
	}
	return "/data/local/tmp/lldb-server"
}

// Start returns the command that starts the app. It quotes the activity's name, which may have a dollar sign.
func (s Session) Start() string {
	return fmt.Sprintf("%s shell %s", s.ADB, adb.QuoteIfNeeded(fmt.Sprintf("am start --user %d -n %s", s.User, adb.QuoteIfNeeded(cmp.Or(s.Component, "COMPONENT")))))
}

// Shell returns the script for the user's shell.
func (s Session) Shell() string { return s.text(shellSteps) }

// LLDB returns the script for lldb.
func (s Session) LLDB() string { return s.text(lldbSteps) }

func (s Session) text(steps string) string {
	var out strings.Builder
	t := template.Must(template.New("").Funcs(template.FuncMap{"word": adb.QuoteIfNeeded, "lldb": lldbArg}).Parse(steps))
	if err := t.Execute(&out, s); err != nil {
		panic("crash: " + err.Error()) // an error in a template: tests execute both
	}
	return out.String()
}

// lldbArg returns a path quoted for lldb's command line.
func lldbArg(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// servers are the directories of lldb-server in the NDK, by ABI.
var servers = map[string]string{"arm64-v8a": "aarch64", "armeabi-v7a": "arm", "x86_64": "x86_64", "x86": "i386"}

// FindServer returns the path of the NDK's lldb-server for an ABI. It fails if there is no NDK or it has
// none.
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
	return "", &android.Error{What: "the NDK at " + ndk.Root, Why: "no lldb-server for " + abi, Advice: "install NDK r26 or newer and set ANDROID_NDK_HOME to its directory"}
}

// AddDirs adds the symbol and library directories of builds for the session's ABI. Of each build directory
// DIR, it uses DIR/ABI or else DIR, if it has a .debug directory.
func (s *Session) AddDirs(dirs []string) error {
	for _, dir := range dirs {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		for _, libs := range []string{filepath.Join(dir, s.ABI), dir} {
			symbols := filepath.Join(libs, ".debug")
			if info, err := os.Stat(symbols); err == nil && info.IsDir() {
				s.Symbols, s.Libraries = append(s.Symbols, symbols), append(s.Libraries, libs)
				break
			}
		}
	}
	return nil
}
