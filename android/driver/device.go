package driver

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
)

// Choice is the driver that Android's loader opens in processes of one kind, and the reason.
type Choice struct {
	Bits   int        `json:"bits"`             // of the process: 32 or 64
	By     string     `json:"by"`               // a property, angle, updatable, exact or wildcard
	Suffix string     `json:"suffix,omitempty"` // in the names of the libraries
	Files  []string   `json:"files"`            // the libraries of the driver
	Others []string   `json:"others,omitempty"` // other drivers on the device
	Abort  string     `json:"abort,omitempty"`  // why Android ends the process
	Steps  []Step     `json:"steps"`            // how Android chooses, in order
	Doubts []string   `json:"doubts,omitempty"` // rules that decide otherwise if a flag is set that the device does not report
	Dirs   []DirFiles `json:"folders"`
}

// Step is an evaluated rule.
type Step struct {
	Rule    string `json:"rule"`
	Text    string `json:"text"`
	Applies bool   `json:"applies"` // not: what the text says is not so
	There   bool   `json:"there"`   // not: the library that it tries does not exist
}

// DirFiles is a directory of drivers and its files.
type DirFiles struct {
	Dir   string   `json:"folder"`
	Files []string `json:"files" schema:"null"` // null: the directory does not exist or cannot be read
}

// firstAPI is the API level for which the probe is compiled: the first with layers.
const firstAPI = 29

// Device queries a device: first what determines the driver, then, with an NDK, the driver itself.
func Device(ctx context.Context, d *adb.Device, user int, getenv func(string) string, o Options) (*Report, error) {
	state, err := readApp(ctx, d, user, o.App)
	if err != nil {
		return nil, err
	}
	r := &Report{Serial: d.Serial, Android: state.AndroidVersion, App: o.App, release: state.Release}
	if err := r.choose(ctx, d, state); err != nil {
		return nil, err
	}
	ndk, missing := android.FindNDK(getenv)
	for _, abi := range abisOf(state.ABIs) {
		p := Process{ABI: abi.Name, Bits: bitsOf(abi)}
		if missing != nil {
			p.Missing, p.Remedy = missing.Error(), hint(missing)
		} else if err := p.queryDevice(ctx, d, ndk, abi, r.own(p.Bits), o); err != nil {
			return nil, err
		}
		r.Processes = append(r.Processes, p)
	}
	r.finish(o, false)
	return r, nil
}

func hint(err error) string {
	if h, ok := err.(interface{ Hint() string }); ok {
		return h.Hint()
	}
	return ""
}

// abisOf returns the device's first 64-bit and first 32-bit ABI.
func abisOf(names []string) []android.ABI {
	var list []android.ABI
	for _, name := range names {
		abi, err := android.FindABI(name)
		if err == nil && !slices.ContainsFunc(list, func(a android.ABI) bool { return bitsOf(a) == bitsOf(abi) }) {
			list = append(list, abi)
		}
	}
	return list
}

func bitsOf(a android.ABI) int {
	if strings.Contains(a.Name, "64") {
		return 64
	}
	return 32
}

// own returns the library with the driver's EGL, or "" if its path is unknown.
func (r *Report) own(bits int) string {
	for _, c := range r.Choices {
		if c.Bits == bits && len(c.Files) > 0 && path.IsAbs(c.Files[0]) {
			return c.Files[0]
		}
	}
	return ""
}
