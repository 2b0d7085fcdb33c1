package rules

import "sync"

// DriverDevice holds the facts that decide which driver Android's loader opens.
type DriverDevice struct {
	Release    *Release // nil: the newest
	Bits       int      // of the process: 32 or 64
	App        string   // package name; "" for a native program, which reads no setting
	Properties map[string]string
	Settings   map[string]string   // the settings that DriverSettings names
	Dirs       map[string][]string // the files of each of DriverFolders, in directory order
}

// Sources of a driver other than a property.
const (
	DriverAngle     = "angle"
	DriverUpdatable = "updatable"
	DriverNative    = "native"
	DriverExact     = "exact"
	DriverWildcard  = "wildcard"
	driverNone      = "none"
)

// DriverDecision is the driver that the loader opens.
type DriverDecision struct {
	By     string   // the property, or DriverAngle, DriverUpdatable, DriverExact, DriverWildcard; "" if none is found
	Suffix string   // the value of the property
	Files  []string // paths; file names only if the directory is that of a package
	Others []string // with DriverWildcard: other matches, in case the directory order differs
	Abort  string   // why the loader aborts the process
	Steps  []Step   // the evaluated rows; a row that is not Taken names a driver that does not exist
}

// DecideDriver returns the driver that the loader opens (section 5 of the rules).
func DecideDriver(d DriverDevice) DriverDecision { return decideDriver(theDrivers(), d) }

// DriverSettings returns the global settings that are read on r.
func DriverSettings(r *Release) []string { return driverWords(r, "setting") }

// DriverDirs returns every directory that the loader of r may search; apex is the value of ro.egl.apex.
func DriverDirs(r *Release, bits int, apex string) []string {
	var dirs []string
	for _, dir := range driverWords(r, "dir") {
		c := driverChoice{DriverDevice: DriverDevice{Bits: bits}, holes: map[string]string{"apex": apex}}
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
