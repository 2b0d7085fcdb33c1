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

// appsReport is what device apps tells of a device.
type appsReport struct {
	User int        `json:"user"`
	Apps []appEntry `json:"apps"`

	hidden int // how many of the system were left out
}

// appEntry is an app, and whether layers may be put into it.
type appEntry struct {
	*device.Package
	Layers bool   `json:"layers"`
	Holds  bool   `json:"holdsLayers"` // and takes none
	Why    string `json:"why"`
	Rule   string `json:"rule"`
}

func appsCmd(e *ui.Env, f *Flags) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:   "apps [WORD...]",
		Short: "List the apps of a device, and which of them can take a layer",
		Long: `List the apps that were installed on a device, and of each whether it can take a layer, and why or why
not: debuggable, injectLayers or profileable in its manifest, or a build of Android that lets every app. Of
packages without code it is said that they hold layers. With WORD: apps of which the name has that word in it,
those of the system among them.`,
		Example: `  gleslayergen device apps
  gleslayergen device apps game --json`,
		Args:              ui.Args(0, -1, "WORD"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	cmd.Flags().BoolVar(&all, "all-apps", false, "those of the system, too")
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

// appsOf chooses from the apps of a device.
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
	a := appEntry{Package: p, Rule: "7.3", Why: "layers need Android 10"}
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

// holdsLayers reports whether a package is one of layers: libraries without code, or what gpu_debug_layer_app names.
func holdsLayers(s *device.State, p *device.Package) bool {
	named := slices.Contains(strings.Split(s.Settings["gpu_debug_layer_app"].Value, ":"), p.Name)
	return named || p.NoCode && p.PrimaryABI != ""
}

func (r *appsReport) print(e *ui.Env) {
	rows := [][]string{{"PACKAGE", "ABI", "TARGET", "OPENED BY", "LAYERS"}}
	for _, a := range r.Apps {
		layers := "yes"
		switch {
		case a.Holds:
			layers = "no: it holds layers itself"
		case !a.Layers:
			layers = "no: " + strings.TrimPrefix(a.Why, a.Name+" ") + " (rule " + a.Rule + ")"
		}
		rows = append(rows, []string{a.Name, cmp.Or(a.PrimaryABI, "any"), strconv.Itoa(a.TargetSDK), cmp.Or(strings.Join(openedBy(a.Package), ","), "-"), layers})
	}
	if len(r.Apps) > 0 {
		ui.Table(e.Out, "", rows)
	}
	if r.hidden > 0 {
		e.Notef("%d apps of the system are not listed: --all-apps", r.hidden)
	}
}

// openedBy are the words of its manifest that open an app to layers.
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
