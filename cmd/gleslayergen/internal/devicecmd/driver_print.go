package devicecmd

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// driverReport prints a driver report. The report is also its JSON.
type driverReport struct{ *driver.Report }

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
		printChoice(e, c, r.App)
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

// printSection prints the heading of a section.
func printSection(e *ui.Env, format string, args ...any) { e.Printf("\n"+format+"\n", args...) }

func printChoice(e *ui.Env, c driver.Choice, app string) {
	printSection(e, "Driver for %s, %d bits", cmp.Or(ui.OneLine(app), "a program without Java"), c.Bits)
	switch {
	case c.Abort != "":
		e.Printf("  none: %s\n", ui.OneLine(c.Abort))
	case c.Suffix != "":
		e.Printf("  by %s, which is %s\n", c.By, ui.OneLine(c.Suffix))
	default:
		e.Printf("  by %s\n", c.By)
	}
	printLines(e, "    ", c.Files)
	if len(c.Others) > 0 {
		e.Printf("  or, if the directory lists its files in another order:\n")
		printLines(e, "    ", c.Others)
	}
	for _, s := range c.Steps {
		result := ""
		if !s.There {
			result = ": not found"
		}
		e.Printf("  rule %-4s %s\n", s.Rule, ui.Wrap(ui.OneLine(s.Text)+result, 100, "            "))
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
	e.Printf("  it intercepts %s%s\n", ui.Count(l.Intercepted, "command"), ui.Wrap(ownFunctionsText(l), 100, "      "))
	for _, u := range l.Extensions {
		e.Printf("  %s: %d of %d\n", u.Extension, len(u.Missed), u.Commands)
		e.Printf("      %s\n", ui.Wrap(strings.Join(u.Missed, " "), 100, "      "))
		if len(u.Late) > 0 {
			e.Printf("      Android's loader does not know these functions, so a layer gets them only through eglGetProcAddress: %s\n",
				ui.Wrap(strings.Join(u.Late, " "), 100, "        "))
		}
	}
	if len(l.Unlisted) > 0 {
		e.Printf("  extensions that are not in the Khronos registry: %s\n", ui.Wrap(ui.OneLine(strings.Join(l.Unlisted, " ")), 100, "      "))
	}
}

// ownFunctionsText says how many of the commands the project does not name.
func ownFunctionsText(l *driver.LayerReport) string {
	switch {
	case l.Own == nil:
		return ", including the swap functions that every layer intercepts to count frames"
	case len(l.Own) > 0:
		return fmt.Sprintf(", %d of which the layer itself needs: %s", len(l.Own), strings.Join(l.Own, " "))
	}
	return ""
}

func printDriverFindings(e *ui.Env, r *driver.Report) {
	e.Printf("\n")
	switch {
	case len(r.Findings) > 0:
	case !r.Asked():
		e.Printf("The driver itself could not be queried.\n")
		return
	default:
		e.Printf("The checks found nothing missing that Android requires.\n")
		return
	}
	e.Printf("Required and missing:\n")
	for _, f := range r.Findings {
		why := ""
		if f.Why != "" {
			why = ": " + ui.OneLine(f.Why)
		}
		e.Printf("  %s (%s)%s\n", f.Name, f.ABI, why)
	}
}
