package devicecmd

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

// driverReport prints a driver report. The report is also its JSON.
type driverReport struct {
	*driver.Report
	everyRule bool // print also the rules that do not apply
}

func (r driverReport) print(e *ui.Env) {
	if r.Serial == "" {
		e.Printf("This machine\n")
	} else {
		e.Printf("%s, Android %s\n", ui.OneLine(r.Serial), ui.OneLine(r.Android))
	}
	if r.Note != "" {
		e.Printf("  %s\n", r.Note)
	}
	for _, c := range r.Choices {
		printChoice(e, c, r.App, r.everyRule)
	}
	missing := ""
	for _, p := range r.Processes {
		switch {
		case p.Missing == "":
			printProcess(e, p)
		case p.Missing != missing:
			missing = p.Missing
			printNotQueried(e, p, r.Serial == "")
		}
	}
	if r.Layer != nil {
		printUncovered(e, r.Layer)
	}
	printDriverFindings(e, r.Report)
}

// selectors describes what selects the driver, if it is not a property.
var selectors = map[string]string{
	rules.DriverAngle:     "Android: ANGLE",
	rules.DriverUpdatable: "a setting: the updatable driver",
	rules.DriverExact:     "its file name, which has no suffix",
	rules.DriverWildcard:  "a wildcard: the first library in the directory with a name that begins with libGLES_ or libEGL_",
}

// printSection prints the heading of a section.
func printSection(e *ui.Env, format string, args ...any) { e.Printf("\n"+format+"\n", args...) }

func printChoice(e *ui.Env, c driver.Choice, app string, everyRule bool) {
	printSection(e, "Driver for %s, %d bits", cmp.Or(ui.OneLine(app), "native programs"), c.Bits)
	switch {
	case c.Abort != "":
		e.Printf("  none: %s\n", ui.OneLine(c.Abort))
	case c.Suffix != "":
		e.Printf("  selected by the property %s, whose value is %s\n", c.By, ui.Quote(c.Suffix))
	default:
		e.Printf("  selected by %s\n", cmp.Or(selectors[c.By], c.By))
	}
	printLines(e, "    ", c.Files)
	if len(c.Others) > 0 {
		e.Printf("  if the directory lists its files in another order, the driver can also be:\n")
		printLines(e, "    ", c.Others)
	}
	for _, s := range c.Steps {
		before, after := "", ""
		switch {
		case !s.Applies && !everyRule:
			continue
		case !s.Applies:
			before = "does not apply: "
		case !s.There:
			after = ": not found"
		}
		e.Printf("  rule %-4s %s\n", s.Rule, ui.Wrap(before+ui.OneLine(s.Text)+after, 100, "            "))
	}
	for _, doubt := range c.Doubts {
		e.Printf("  unknown   %s\n", ui.Wrap("this decides otherwise if a flag or mode is on whose state the device does not report: "+ui.OneLine(doubt), 100, "            "))
	}
	for _, dir := range c.Dirs {
		files := "not found, or not readable"
		if dir.Files != nil {
			files = cmp.Or(strings.Join(dir.Files, " "), "empty")
		}
		e.Printf("  %s: %s\n", ui.OneLine(dir.Dir), ui.Wrap(ui.OneLine(files), 100, "      "))
	}
}

func printLines(e *ui.Env, indent string, lines []string) {
	for _, line := range lines {
		e.Printf("%s%s\n", indent, ui.OneLine(line))
	}
}

func printUncovered(e *ui.Env, l *driver.LayerReport) {
	printSection(e, "Extensions of the driver that %s does not intercept", ui.OneLine(l.Path))
	e.Printf("  the layer intercepts %s%s\n", ui.Count(l.Intercepted, "function"), ui.Wrap(ownFunctionsText(l), 100, "      "))
	for _, u := range l.Extensions {
		e.Printf("  %s: %d of %d functions not intercepted\n", u.Extension, len(u.Missed), u.Commands)
		e.Printf("      %s\n", ui.Wrap(strings.Join(u.Missed, " "), 100, "      "))
		if len(u.Late) > 0 {
			e.Printf("      Android's loader does not know these functions, so a layer can intercept them only if the app gets them from eglGetProcAddress: %s\n",
				ui.Wrap(strings.Join(u.Late, " "), 100, "        "))
		}
	}
	if len(l.Unlisted) > 0 {
		e.Printf("  extensions that are not in the Khronos registry: %s\n", ui.Wrap(ui.OneLine(strings.Join(l.Unlisted, " ")), 100, "      "))
	}
}

// ownFunctionsText says how many of the functions the layer intercepts for its own use.
func ownFunctionsText(l *driver.LayerReport) string {
	switch {
	case l.Own == nil:
		return "; the number includes the functions that the layer intercepts for its own use, if any"
	case len(l.Own) > 0:
		return fmt.Sprintf(", including %d for its own use: %s", len(l.Own), strings.Join(l.Own, " "))
	}
	return ""
}

func printDriverFindings(e *ui.Env, r *driver.Report) {
	e.Printf("\n")
	switch {
	case len(r.Findings) > 0:
	case !r.Asked():
		e.Printf("The driver could not be queried, so it is unknown whether a feature that Android requires is missing.\n")
		return
	default:
		e.Printf("The tests found no missing feature that Android requires.\n")
		return
	}
	e.Printf("Missing features that Android requires:\n")
	for _, f := range r.Findings {
		why := ""
		if f.Why != "" {
			why = ": " + ui.OneLine(f.Why)
		}
		e.Printf("  %s (%s)%s\n", f.Name, f.ABI, why)
	}
}
