package driver

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Drivers are the names of drivers that Set accepts.
var Drivers = []string{rules.DriverNative, rules.DriverAngle, deploy.DriverDefault, rules.DriverUpdatable}

// Selected is the result of Set.
type Selected struct {
	Serial  string   `json:"serial"`
	App     string   `json:"package"`
	Driver  string   `json:"driver"`
	Before  string   `json:"before"`  // the entries of the app in Android's lists before: words separated by "+"
	Choices []Choice `json:"choices"` // what the loader opens from the next start of the app on
	Notes   []string `json:"notes"`

	made []deploy.Change
}

// Set makes an app use a driver from its next start on, and stops the app. It changes nothing if the rules say
// that the app would get another driver, or none.
func Set(ctx context.Context, d *adb.Device, user int, app, name string) (*Selected, error) {
	p, err := planDriver(ctx, d, user, app, name)
	if err != nil {
		return nil, err
	}
	p.Before, p.made, err = deploy.SetDriver(ctx, d, p.state, app, p.lists)
	return &p.Selected, err
}

// Check returns the error with which Set would fail. It changes nothing.
func Check(ctx context.Context, d *adb.Device, user int, app, name string) error {
	_, err := planDriver(ctx, d, user, app, name)
	return err
}

// Unset undoes a Set, unless another process has changed the driver of the app since.
func (r *Selected) Unset(ctx context.Context, d *adb.Device, user int) (*deploy.Restored, error) {
	return deploy.RestoreChanges(ctx, d, user, r.made)
}

// driverPlan is a change of an app's driver that is not made yet.
type driverPlan struct {
	Selected
	state *device.State
	lists deploy.DriverLists
}

// planDriver reads the device and evaluates the rules with the new settings.
func planDriver(ctx context.Context, d *adb.Device, user int, app, name string) (*driverPlan, error) {
	s, err := readApp(ctx, d, user, app)
	if err != nil {
		return nil, err
	}
	facts, err := readFacts(ctx, d, s, app)
	if err != nil {
		return nil, err
	}
	lists, err := deploy.ReadDriverLists(facts.Release, facts.Settings)
	if err != nil {
		return nil, err
	}
	updatable := s.Props["ro.gfx.driver.0"] != "" || s.Props["ro.gfx.driver.1"] != ""
	lists = lists.For(app, name, updatable)
	for setting, value := range lists.Settings() {
		if facts.Settings[setting] = value.Text; !value.Set {
			delete(facts.Settings, setting)
		}
	}
	p := &driverPlan{Selected{Serial: d.Serial, App: app, Driver: name, Choices: choicesOf(facts, s), Notes: []string{}}, s, lists}
	for _, c := range p.Choices {
		if why := c.refuses(name); why != "" {
			return nil, &deploy.Blocked{Rule: "5.4", What: "driver " + name + " for " + app, Why: why, Advice: "to see which driver the app gets now, and why: gleslayergen device driver --app " + app}
		}
	}
	if len(facts.Angle) > 0 || facts.Settings["angle_debug_package"] != "" {
		p.Notes = append(p.Notes, "the settings app of ANGLE can rewrite these lists when the device starts and when packages change; after a reboot, check with: gleslayergen device driver --app "+app)
	}
	return p, nil
}

// readApp reads the state of a device with an app, which must be installed.
func readApp(ctx context.Context, d *adb.Device, user int, app string) (*device.State, error) {
	q := device.Query{User: user}
	if app != "" {
		q.Packages = []string{app}
	}
	s, err := device.Read(ctx, d, q)
	if err == nil && app != "" && !s.Packages[app].Installed {
		err = &adb.Error{What: d.Serial + ": package " + app, Why: "not installed", Advice: "to list the installed apps: gleslayergen device apps"}
	}
	return s, err
}

// refuses returns why the choice is not the driver with this name, or "".
func (c Choice) refuses(name string) string {
	is := rules.DriverNative
	switch {
	case c.By == rules.DriverUpdatable:
		is = c.By
	case c.By == rules.DriverAngle || c.Suffix == rules.DriverAngle: // ANGLE can be the driver of the device
		is = rules.DriverAngle
	}
	switch {
	case c.Abort != "":
		return "the app would not start: " + c.Abort
	case name == deploy.DriverDefault || name == is:
		return ""
	}
	var why []string
	for _, step := range c.Steps {
		if step.Applies {
			why = append(why, step.Text)
		}
	}
	return "Android would open another driver: " + strings.Join(why, "; ")
}
