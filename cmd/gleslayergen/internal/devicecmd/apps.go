package devicecmd

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

// appsReport is the report of device apps.
type appsReport struct {
	User int        `json:"user"`
	Apps []appEntry `json:"apps"`

	hidden int // number of system apps that are left out
}

// appEntry is an app, and whether it can load layers.
type appEntry struct {
	*device.Package
	Layers bool   `json:"layers"`
	Holds  bool   `json:"holdsLayers"` // a package of layers, which loads none itself
	Why    string `json:"why"`
	Rule   string `json:"rule"`
}

func appsCmd(e *ui.Env, f *Flags) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:   "apps [WORD...]",
		Short: "List the apps of a device, and whether they can load layers",
		Long: `List the installed apps of a device. For each app, the list shows whether the app can load layers, and why. The
reason is an entry in the manifest of the app (debuggable, injectLayers or profileable), or an Android build
that allows layers in all apps. A package is listed as a layer package if it contains libraries but no code, or
if the setting gpu_debug_layer_app contains its name.

With WORD, the list contains all apps whose package name contains WORD, including system apps. Without WORD,
system apps are not listed; to list them, add --all-apps.`,
		Example: `  gleslayergen device apps
  gleslayergen device apps game --json`,
		Args:              ui.Args(0, -1, "WORD"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	cmd.Flags().BoolVar(&all, "all-apps", false, "also list system apps")
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		user, err := f.UserID()
		if err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			s, err := device.ReadApps(ctx, d, user)
			if err != nil {
				return nil, err
			}
			return appsOf(s, words, all), nil
		})
	}
	return cmd
}

// appsOf returns the apps that the flags select.
func appsOf(s *device.State, words []string, all bool) *appsReport {
	r := &appsReport{User: s.User, Apps: []appEntry{}}
	for _, p := range slices.SortedFunc(maps.Values(s.Packages), func(a, b *device.Package) int { return cmp.Compare(a.Name, b.Name) }) {
		named := slices.ContainsFunc(words, func(w string) bool { return strings.Contains(p.Name, w) })
		switch {
		case len(words) > 0 && !named:
		case len(words) == 0 && !all && !p.ThirdParty:
			r.hidden++
		default:
			r.Apps = append(r.Apps, entryOf(s, p))
		}
	}
	return r
}

// entryOf decides as the device would if the settings named the app.
func entryOf(s *device.State, p *device.Package) appEntry {
	a := appEntry{Package: p, Rule: "7.3", Why: "layers require Android 10 or newer"}
	if s.Release == nil {
		return a
	}
	d, app, _, _ := s.Rules(p.Name)
	decision := rules.Decide(d, app, rules.Settings{Enable: "1", App: p.Name, Layers: "l.so"}, nil)
	a.Layers = decision.Gate
	for _, step := range decision.Taken() {
		if step.Question == "allowed" {
			a.Rule, a.Why = step.Rule, step.Text
		}
	}
	a.Holds = !a.Layers && holdsLayers(s, p)
	if a.Layers && p.Debuggable {
		a.Rule, a.Why = "7.3", p.Name+" is debuggable"
	}
	return a
}

// holdsLayers reports whether p is a package of layers: it has libraries and no code, or gpu_debug_layer_app
// names it.
func holdsLayers(s *device.State, p *device.Package) bool {
	named := slices.Contains(strings.Split(s.Settings["gpu_debug_layer_app"].Value, ":"), p.Name)
	return named || p.NoCode && p.PrimaryABI != ""
}

func (r *appsReport) print(e *ui.Env) {
	rows := [][]string{{"PACKAGE", "ABI", "TARGET", "ALLOWED BY", "LAYERS"}}
	for _, a := range r.Apps {
		layers := "yes"
		switch {
		case a.Holds:
			layers = "no: it is a layer package"
		case !a.Layers:
			layers = "no: " + strings.TrimPrefix(a.Why, a.Name+" ") + " (rule " + a.Rule + ")"
		}
		rows = append(rows, []string{a.Name, cmp.Or(a.PrimaryABI, "any"), strconv.Itoa(a.TargetSDK), cmp.Or(strings.Join(openedBy(a.Package), ","), "-"), layers})
	}
	if len(r.Apps) > 0 {
		ui.Table(e.Out, "", rows)
	}
	if r.hidden > 0 {
		e.Notef("%d system apps are not listed; to list them, add --all-apps", r.hidden)
	}
}

// openedBy returns the entries of its manifest that allow layers in an app.
func openedBy(p *device.Package) []string {
	var out []string
	for _, w := range []struct {
		word string
		is   bool
	}{{"debuggable", p.Debuggable}, {"injectLayers", p.InjectLayers}, {"profileable", p.Profileable}} {
		if w.is {
			out = append(out, w.word)
		}
	}
	return out
}
