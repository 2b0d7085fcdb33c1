package rules

import "sync"

// DriverDevice holds the facts that decide which driver Android's loader opens.
type DriverDevice struct {
	Release    *Release // nil: the newest
	Bits       int      // of the process: 32 or 64
	App        DriverApp
	Properties map[string]string
	Settings   map[string]string   // the settings that DriverSettings names
	Lists      map[string][]string // the lists of the system image that DriverLists names
	Flags      map[string]bool     // the flags that DriverFlags names; a missing flag has an unknown state
	Dirs       map[string][]string // the files of each of DriverDirs, in directory order
	Angle      []string            // packages of the system that offer ANGLE
	Installed  map[string]bool     // packages that a setting or property names as a driver; nil: all are installed
}

// DriverApp holds the facts of an app that decide about its driver.
type DriverApp struct {
	Package    string // "" for a native program, which reads no setting
	Debuggable bool
	System     bool // privileged, or a system app without an update
	Developer  bool // its manifest allows prerelease drivers (com.android.graphics.developerdriver.enable)
	Game       bool // its category is "game"
	GameMode   bool // a game mode enables ANGLE for it; whether the mode is active is unknown
	Prefers    bool // its manifest asks for ANGLE (com.android.graphics.driver.prefer_angle)
}

// Sources of a driver other than a property.
const (
	DriverAngle      = "angle"
	DriverUpdatable  = "updatable"
	DriverNative     = "native"
	driverProduction = "production"
	driverPrerelease = "prerelease"
	DriverExact      = "exact"
	DriverWildcard   = "wildcard"
	driverNone       = "none"
)

// DriverTry is the question of the steps that look for a driver.
const DriverTry = "try"

// DriverChoose is the question of the steps about what is requested for the app.
const DriverChoose = "choose"

// DriverDecision is the driver that the loader opens.
type DriverDecision struct {
	Choice string   // what is requested for the app: DriverAngle, DriverNative, or "-" for neither
	By     string   // the property, or DriverAngle, DriverUpdatable, DriverExact, DriverWildcard; "" if none is found
	Suffix string   // the value of the property
	Files  []string // paths; file names only if the directory is that of a package
	Others []string // with DriverWildcard: other matches, in case the directory order differs
	Abort  string   // why the loader aborts the process
	Steps  []Step   // the evaluated rows; one that is not Taken does not apply or, if its Question is DriverTry, names a driver that does not exist
	Doubts []string // rows that would decide otherwise, if a fact is true that the device does not report
}

// DecideDriver returns the driver that the loader opens (section 5 of the rules).
func DecideDriver(d DriverDevice) DriverDecision { return decideDriver(theDrivers(), d) }

// DriverSettings returns the global settings that are read on r.
func DriverSettings(r *Release) []string { return driverWords(r, "setting") }

// DriverSettingNames are the settings that select a driver for one app, by their names on a release.
type DriverSettingNames struct {
	Packages, Values string // lists of the same length: packages, and the choice for each
	OptIn, OptOut    string // packages that use, or must not use, the updatable driver
	Prerelease       string // packages that use the prerelease driver
}

// DriverSettingsOf returns the names of the settings that select a driver for one app on r.
func DriverSettingsOf(r *Release) DriverSettingNames {
	var n DriverSettingNames
	for role, name := range map[string]*string{"packages": &n.Packages, "values": &n.Values, "updin": &n.OptIn, "updout": &n.OptOut, "updprein": &n.Prerelease} {
		for _, row := range theDrivers() {
			if row.kind == "setting" && row.releases.Contains(r) && row.facts[0] == role {
				*name = row.what
			}
		}
	}
	return n
}

// DriverLists returns the lists in the resources of the system image that are read on r.
func DriverLists(r *Release) []string { return driverWords(r, "list") }

// DriverFlags returns the flags of the platform that decide about drivers on r.
func DriverFlags(r *Release) []string { return driverWords(r, "flag") }

// DriverDirs returns every directory that the loader of r may search; apex is the value of ro.egl.apex.
func DriverDirs(r *Release, bits int, apex string) []string {
	var dirs []string
	for _, dir := range driverWords(r, "dir") {
		c := driverChoice{DriverDevice: DriverDevice{Bits: bits}, parameters: map[string]string{"apex": apex}}
		if dir = c.fill(dir); apex != "" || dir[1] != 'a' {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// driverWords returns the distinct names in the rows of a kind.
func driverWords(r *Release, kind string) []string {
	var words []string
	seen := map[string]bool{}
	for _, row := range theDrivers() {
		if row.kind == kind && row.releases.Contains(r) && !seen[row.what] {
			seen[row.what] = true
			words = append(words, row.what)
		}
	}
	return words
}

var theDrivers = sync.OnceValue(func() []driverRow {
	return must(parseDrivers("drivers.txt", driversTable, allReleases()))
})
