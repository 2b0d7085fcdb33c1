package device

import "time"

// Builds of Android.
const (
	BuildUser      = "user"
	BuildUserdebug = "userdebug"
	BuildEng       = "eng"
)

// Options say what device it is. The zero value is a phone of the newest release, a user build, whose processor is this
// machine's, so that layers built here run on it.
type Options struct {
	Android string // "10" to "16qpr2"; "": the newest
	Build   string // BuildUser, BuildUserdebug or BuildEng; "": BuildUser
	Later   bool   // a later build of the release, as package rules has it
	ABIs    []string
	Users   []int             // beside user 0
	Props   map[string]string // added to those of the release, or replacing them
	Bare    bool              // without the apps of AppsOfDevice
	Environ []string          // of programs that the shell runs, beside what they need for EGL
	SU      string            // "": as the build has it; "magisk": a rooted user build; "none"

	Faults
	Sleep float64 // so many times faster than the clock "sleep" of the shell runs; 0: once
	Log   func(format string, args ...any)
}

// Faults are what may be wrong with a device. All are off in the zero value.
type Faults struct {
	Unauthorized bool // no key of the computer is taken
	Offline      bool // adbd accepts connections and does not reply

	CutAfter int64 // the link is cut after so many bytes, counting both directions; 0: never
	CutAt    int   // and before this command or change of state, counted from 1; 0: never
	Gone     bool  // a cut device does not come back until Plug

	Meanwhile func() // happens before each command or change of state, which waits for it

	Delay time.Duration // of each trip
	Rate  int64         // bytes a second; 0: as fast as it goes

	Vendor    string   // "xiaomi", "oppo", "realme": the maker, who refuses "settings put" in its words
	Forgetful bool     // settings do not stick, and nothing tells
	Full      int64    // room on the disk, in bytes, if above 0; -1: none
	Noise     bool     // vendor's extra lines on standard error of programs
	Loud      bool     // and on both outputs of each shell, before and after all else
	Hostile   bool     // control characters and false prompts where an app or a property may have them
	Lacks     []string // commands that this device does not have
}
