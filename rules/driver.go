package rules

import "sync"

// DriverDevice is what decides which driver Android's loader opens.
type DriverDevice struct {
	Release    *Release // nil: the newest
	Later      bool     // a later build of 14, which tries one property only (rule 5.1)
	Bits       int      // of the process: 32 or 64
	App        string   // the package; "": a program without Java, which no setting reaches
	Properties map[string]string
	Settings   map[string]string   // those that DriverSettings names
	Folders    map[string][]string // the files of the folders of DriverFolders, in the folder's own order
}

// What a driver is taken by, other than a property.
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
	Files  []string // paths; names alone where the folder is that of a package
	Others []string // with DriverWildcard: what else fits, should the folder's order be another
	Abort  string   // why the loader ends the process
	Steps  []Step   // the rows that were looked at; not Taken: what it tries is not there
}

// DecideDriver says which driver the loader opens: section 5 of the rules.
func DecideDriver(d DriverDevice) DriverDecision { return decideDriver(theDrivers(), d) }

// DriverSettings returns the global settings that count on r.
func DriverSettings(r *Release) []string { return driverWords(r, "setting") }

// DriverFolders returns every folder in which the loader of r may look; apex is the value of ro.egl.apex.
func DriverFolders(r *Release, bits int, apex string) []string {
	var folders []string
	for _, folder := range driverWords(r, "dir") {
		c := driverChoice{DriverDevice: DriverDevice{Bits: bits}, holes: map[string]string{"apex": apex}}
		if folder = c.fill(folder); apex != "" || folder[1] != 'a' {
			folders = append(folders, folder)
		}
	}
	return folders
}

// driverWords returns what the rows of a kind name, each once.
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
