package driver

import (
	"time"
)

// taskLimit is for one task of the probe, on a machine that is busy.
var taskLimit = time.Minute // tests of a driver that hangs have less

// A Process is the result of the probe in a process of one kind.
type Process struct {
	ABI      string    `json:"abi"`
	Bits     int       `json:"bits"`
	Missing  string    `json:"missing,omitempty"` // why there is no result
	Remedy   string    `json:"remedy,omitempty"`
	EGL      *EGL      `json:"egl,omitempty"`
	Own      *EGL      `json:"own,omitempty"` // the driver's own, which Android's EGL stands in front of
	APIs     []API     `json:"apis,omitempty"`
	Pictures []Picture `json:"pictures,omitempty"`
	Contexts *Contexts `json:"contexts,omitempty"`

	Requirements []RequirementState `json:"requirements"`
}

// EGL is what EGL says of itself.
type EGL struct {
	Version          string   `json:"version"`
	Vendor           string   `json:"vendor"`
	APIs             []string `json:"apis"`
	ClientExtensions []string `json:"clientExtensions"`
	Extensions       []string `json:"extensions"`
	Libraries        []string `json:"libraries"` // of graphics, in the process
	Fault            string   `json:"fault,omitempty"`
}

// API is a context of OpenGL ES.
type API struct {
	Asked           int      `json:"asked"` // 1, 2 or 3
	Made            bool     `json:"made"`
	Version         string   `json:"version"`
	Vendor          string   `json:"vendor"`
	Renderer        string   `json:"renderer"`
	ShadingLanguage string   `json:"shadingLanguage,omitempty"`
	Extensions      []string `json:"extensions"`
	Drawn           bool     `json:"drawn"` // and read back as it should be
	Fault           string   `json:"fault,omitempty"`
}

// What came of a picture.
const (
	Sampled    = "ok"         // drawn from, with the right colors
	Refused    = "failed"     // the driver does not do it, or wrongly
	Impossible = "impossible" // it cannot be tried here
)

// Picture is one that was allocated in a format and sampled as an external texture.
type Picture struct {
	Format string `json:"format"`
	State  string `json:"state"`
	By     string `json:"by,omitempty"`     // the kind of memory
	Pixels string `json:"pixels,omitempty"` // of the red and of the blue half, as they came back
	Why    string `json:"why,omitempty"`
}

// Contexts is what many contexts cost. Memory is in KiB.
type Contexts struct {
	Asked      int    `json:"asked"`
	Made       int    `json:"made"`
	Limit      string `json:"limit,omitempty"` // what went wrong at the first that could not be made
	PerContext int64  `json:"perContextKiB"`
	Kept       int64  `json:"keptKiB"`   // did not come back when all were destroyed
	Leaked     int64  `json:"leakedKiB"` // of as many again: none where what was kept is used again
	OpenFiles  int64  `json:"openFiles"` // more than before
	Fault      string `json:"fault,omitempty"`
}
