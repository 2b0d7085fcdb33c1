package driver

import (
	"time"

	"github.com/gleslayergen/gleslayergen/gen/profile"
)

// taskLimit is the time limit for one task of the probe, for a busy machine.
var taskLimit = time.Minute // tests of a driver that hangs use a shorter one

// A Process is the result of the probe in a process of one kind.
type Process struct {
	ABI      string    `json:"abi"`
	Bits     int       `json:"bits"`              // 32 or 64
	Missing  string    `json:"missing,omitempty"` // why there is no result
	Remedy   string    `json:"remedy,omitempty"`  // what to do if there is no result
	EGL      *EGL      `json:"egl,omitempty"`
	Own      *EGL      `json:"own,omitempty"` // EGL of the driver itself, which Android's EGL wraps
	APIs     []API     `json:"apis,omitempty"`
	Pictures []Picture `json:"pictures,omitempty"`
	Contexts *Contexts `json:"contexts,omitempty"`

	Profile   *profile.Profile `json:"profile,omitempty"`   // for the module profile of a layer
	NoProfile string           `json:"noProfile,omitempty"` // why the profile is missing

	Requirements []RequirementState `json:"requirements"`
}

// EGL has the properties that EGL reports.
type EGL struct {
	Version          string   `json:"version"`
	Vendor           string   `json:"vendor"`
	APIs             []string `json:"apis"`
	ClientExtensions []string `json:"clientExtensions"`
	Extensions       []string `json:"extensions"`
	Libraries        []string `json:"libraries"` // graphics libraries in the process
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
	Drawn           bool     `json:"drawn"` // read back with the right colors
	Fault           string   `json:"fault,omitempty"`
}

// The results for an image.
const (
	Sampled    = "ok"         // sampled, with the right colors
	Refused    = "failed"     // the driver fails, or the colors are wrong
	Impossible = "impossible" // cannot be tested here
)

// Picture is an image that was allocated in a format and sampled as an external texture.
type Picture struct {
	Format string `json:"format"`
	State  string `json:"state"`
	By     string `json:"by,omitempty"`     // kind of memory
	Pixels string `json:"pixels,omitempty"` // colors of the red and the blue half, as read back
	Why    string `json:"why,omitempty"`
}

// Contexts has the cost of many contexts. Memory is in KiB.
type Contexts struct {
	Asked      int    `json:"asked"`           // contexts to create
	Made       int    `json:"made"`            // contexts created
	Limit      string `json:"limit,omitempty"` // reason why the first failing context could not be created
	PerContext int64  `json:"perContextKiB"`   // memory of the process for each context
	Kept       int64  `json:"keptKiB"`         // not released when all were destroyed
	Leaked     int64  `json:"leakedKiB"`       // the same for a second round: 0 if kept memory is reused
	OpenFiles  int64  `json:"openFiles"`       // more than before
	Fault      string `json:"fault,omitempty"` // error of the program that created the contexts
}
