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

// Place is where on a device layers are put.
type Place string

// The four places in which Android's loader finds layers.
const (
	InData    Place = "app"    // the data folder of a debuggable app
	InSystem  Place = "system" // /data/local/debug/gles
	InPackage Place = "apk"    // a package of layers
	InApp     Place = "in-app" // the app's own APK: that is only looked at
)

// Places are all places.
var Places = []Place{InData, InSystem, InPackage, InApp}

// PushOptions say what Push brings where.
type PushOptions struct {
	Files      []string // layers of this machine, or for InPackage one APK of them
	To         Place
	App        string // the app that is to use them; only InSystem and InPackage do without
	ABI        string // "": the one that the app will run as
	Force      bool   // go on although a layer would not be loaded
	SetEnforce bool   // InSystem: switch SELinux to permissive

	// Pack makes an APK of layers. Push installs it and leaves it to the caller.
	Pack func(ctx context.Context, layers []apk.Layer) (path string, err error)
}

// Pushed is what Push did.
type Pushed struct {
	To       Place           `json:"to"`
	App      string          `json:"app,omitempty"`
	LayerApp string          `json:"layerApp,omitempty"` // the package of layers
	ABI      string          `json:"abi"`
	Layers   []string        `json:"layers"` // as the settings name them
	Files    []PushedFile    `json:"files"`
	SELinux  string          `json:"selinux,omitempty"` // its mode, where that was changed
	Findings []check.Finding `json:"findings"`          // that --force went over
	Notes    []string        `json:"notes"`
}

// PushedFile is a file as the device lists it.
type PushedFile struct {
	Path  string `json:"path"`
	Size  int64  `json:"size"`
	Mode  string `json:"mode,omitempty"`
	There bool   `json:"there"` // it was so already: nothing was written
}

// Query is what Push has to know of the device.
func (o PushOptions) Query(user int) device.Query {
	q := device.Query{User: user, Queries: o.To == InPackage}
	if o.App != "" {
		q.Packages = []string{o.App}
	}
	return q
}

// pusher is one call of Push.
type pusher struct {
	d      *adb.Device
	s      *device.State
	o      PushOptions
	app    *device.Package // nil: no app is named
	layers []apk.Layer
	inAPK  string // the ABI of the app's processes, as the package of layers has it: armeabi-v7a where they run armeabi
	report *Pushed
}

// Push brings layers to a place where the loader finds them, and looks at what is there then. Nothing is written
// before the layers were looked at. s is what device.Read found for o.Query.
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

// checkDevice wants a device and an app that can have layers at that place at all.
func (p *pusher) checkDevice() error {
	needsApp := p.o.To == InData || p.o.To == InApp
	switch {
	case p.s.Release == nil:
		return &adb.Error{What: p.d.Serial, Why: fmt.Sprintf("Android %s does not support GLES layers", p.s.AndroidVersion), Advice: "use a device with Android 10 or newer"}
	case !slices.Contains(Places, p.o.To):
		return &adb.Error{What: "--to " + string(p.o.To), Why: "unknown place", Advice: "the places are app, system, apk and in-app"}
	case p.app == nil && needsApp:
		return &adb.Error{What: "--to " + string(p.o.To), Why: "no app is named", Advice: "name the app: --app PACKAGE; to list the apps: gleslayergen device apps"}
	case p.app != nil && !p.app.Installed:
		return &adb.Error{What: p.d.Serial + ": " + p.app.Name, Why: fmt.Sprintf("not installed for user %d", p.s.User), Advice: "to list the apps: gleslayergen device apps; to select another user: --user"}
	}
	return nil
}

// abi is the ABI that the layers have to be for.
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
