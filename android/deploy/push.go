package deploy

import (
	"context"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// Place is where on a device layers are stored.
type Place string

// The four places that Android's loader searches.
const (
	InData    Place = "app"    // data directory of a debuggable app
	InSystem  Place = "system" // /data/local/debug/gles
	InPackage Place = "apk"    // a package of layers
	InApp     Place = "in-app" // the app's own APK, which is only checked
)

// Places lists all places.
var Places = []Place{InData, InSystem, InPackage, InApp}

// PushOptions selects the layers to push and their place.
type PushOptions struct {
	Files      []string // layer files of this machine, or one APK for InPackage
	To         Place
	App        string // app that uses the layers; optional for InSystem and InPackage
	ABI        string // "": the ABI that the app will run as
	Force      bool   // push layers that would not be loaded, too
	SetEnforce bool   // InSystem: set SELinux to permissive

	// Pack makes an APK of layers. Push installs it but does not remove it.
	Pack func(ctx context.Context, layers []apk.Layer) (path string, err error)
}

// Pushed is the result of Push.
type Pushed struct {
	To       Place           `json:"to"`
	App      string          `json:"app,omitempty"`
	LayerApp string          `json:"layerApp,omitempty"` // the package of layers
	ABI      string          `json:"abi"`
	Layers   []string        `json:"layers"` // as in the settings
	Files    []PushedFile    `json:"files"`
	SELinux  string          `json:"selinux,omitempty"` // the new SELinux mode, if it was changed
	Findings []check.Finding `json:"findings"`          // findings that --force overrode
	Notes    []string        `json:"notes"`
}

// PushedFile is a file with the attributes that the device reports.
type PushedFile struct {
	Path  string `json:"path"`
	Size  int64  `json:"size"`
	Mode  string `json:"mode,omitempty"`
	There bool   `json:"there"` // the device already had this file: nothing was written
}

// Query returns the device query that Push requires.
func (o PushOptions) Query(user int) device.Query {
	q := device.Query{User: user, Queries: o.To == InPackage}
	if o.App != "" {
		q.Packages = []string{o.App}
	}
	return q
}

// pusher is the state of one call of Push.
type pusher struct {
	d      *adb.Device
	s      *device.State
	o      PushOptions
	app    *device.Package // nil: no app was named
	layers []apk.Layer
	inAPK  string // ABI of the app's processes, with the name that a package of layers uses: armeabi-v7a for armeabi
	report *Pushed
}

// Push copies layers to a place that the loader searches, and reads back the result. It checks the layers
// before it writes. s is the result of device.Read for o.Query.
func Push(ctx context.Context, d *adb.Device, s *device.State, o PushOptions) (*Pushed, error) {
	p := &pusher{d: d, s: s, o: o, app: s.Packages[o.App],
		report: &Pushed{To: o.To, App: o.App, Layers: []string{}, Files: []PushedFile{}, Findings: []check.Finding{}, Notes: []string{}}}
	for _, look := range []func() error{p.checkDevice, p.readLayers, p.checkLayers} {
		if err := look(); err != nil {
			return nil, err
		}
	}
	to := map[Place]func(context.Context) error{InData: p.toData, InSystem: p.toSystem, InPackage: p.toPackage, InApp: p.inApp}
	if err := to[o.To](ctx); err != nil {
		return nil, err
	}
	return p.report, nil
}

// checkDevice checks that the device and the app can have layers at that place.
func (p *pusher) checkDevice() error {
	needsApp := p.o.To == InData || p.o.To == InApp
	switch {
	case p.s.Release == nil:
		return &adb.Error{What: p.d.Serial, Why: fmt.Sprintf("Android %s does not support GLES layers", p.s.AndroidVersion), Advice: "use a device with Android 10 or newer"}
	case !slices.Contains(Places, p.o.To):
		return &adb.Error{What: "--to " + string(p.o.To), Why: "unknown place", Advice: `the places are "app", "system", "apk" and "in-app"`}
	case p.app == nil && needsApp:
		return &adb.Error{What: "--to " + string(p.o.To), Why: "--app is missing", Advice: "give the package name of the app: --app PACKAGE; to list the apps: gleslayergen device apps"}
	case p.app != nil && !p.app.Installed:
		return &adb.Error{What: p.d.Serial + ": " + p.app.Name, Why: fmt.Sprintf("the app is not installed for user %d", p.s.User), Advice: "to list the apps: gleslayergen device apps; to select another user, add --user USER"}
	}
	return nil
}

// abi returns the ABI that the layers must have.
func (p *pusher) abi() string {
	switch {
	case p.o.ABI != "":
		return p.o.ABI
	case p.app != nil:
		return p.s.ABI(p.app)
	case len(p.s.ABIs) > 0:
		return p.s.ABIs[0]
	}
	return ""
}
