package device

import "time"

// The build types of Android.
const (
	BuildUser      = "user"
	BuildUserdebug = "userdebug"
	BuildEng       = "eng"
)

// Options describe a device. The zero value is a phone with the newest release, a user build, and this
// machine's CPU, so that layers built here run on it.
type Options struct {
	Android string // "10" to "16qpr2"; "": the newest
	Build   string // BuildUser, BuildUserdebug or BuildEng; "": BuildUser
	Later   bool   // a later build of the release, as in package rules
	ABIs    []string
	Users   []int               // in addition to user 0
	Props   map[string]string   // added to the release's properties, or replacing them
	Arrays  map[string][]string // of the resources of the system, by name
	Flags   map[string]bool     // flags of the platform that aflags lists
	Config  map[string]string   // values of device_config, by "namespace/name"
	Bare    bool                // without the apps of AppsOfDevice
	Angle   []string            // the environment of apps for which the lists select ANGLE: it stands for another driver
	Environ []string            // for programs that the shell runs, in addition to those for EGL
	SU      string              // "": as in the build type; "magisk": a rooted user build; "none"

	Faults
	Sleep float64 // factor by which the shell's "sleep" is faster than the clock; 0: 1
	Log   func(format string, args ...any)
}

// Faults are possible defects of a device. The zero value has none.
type Faults struct {
	Unauthorized bool // the device accepts no key of the computer
	Offline      bool // adbd accepts connections and does not reply

	CutAfter int64 // cut the link after this number of bytes in both directions; 0: never
	CutAt    int   // cut it also before this command or change of state, counted from 1; 0: never
	Gone     bool  // a cut link is not restored until Plug

	Meanwhile func() // called before each command or change of state, which waits for it

	Delay time.Duration // delay of each round trip
	Rate  int64         // bytes per second; 0: no limit

	Vendor    string   // "xiaomi", "oppo" or "realme": reject "settings put" with the vendor's message
	Forgetful bool     // settings are not stored, without an error
	Full      int64    // free storage in bytes, if above 0; -1: none
	Noise     bool     // the vendor's additional lines on stderr of programs
	Loud      bool     // lines at the start and the end of both outputs of each shell
	Hostile   bool     // control characters and fake prompts in values of apps and properties
	Lacks     []string // commands that the device lacks
}
