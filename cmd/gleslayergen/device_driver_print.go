package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
)

// driverReport prints what is known of a driver. Its JSON is the report itself.
type driverReport struct{ *driver.Report }

func (r driverReport) print(e *env) {
	if r.Serial == "" {
		e.printf("This machine\n")
	} else {
		e.printf("%s, Android %s\n", oneLine(r.Serial), oneLine(r.Android))
	}
	if r.Note != "" {
		e.printf("  %s\n", r.Note)
	}
	for _, c := range r.Choices {
		e.printChoice(c, r.App)
	}
	missing := ""
	for _, p := range r.Processes {
		switch {
		case p.Missing == "":
			e.printProcess(p)
		case p.Missing != missing:
			missing = p.Missing
			e.printNotAsked(p, r.Serial == "")
		}
	}
	if r.Layer != nil {
		e.printUncovered(r.Layer)
	}
	e.printDriverFindings(r.Report)
}

// printSection begins a part of the report.
func (e *env) printSection(format string, args ...any) { e.printf("\n"+format+"\n", args...) }

func (e *env) printChoice(c driver.Choice, app string) {
	e.printSection("Driver for %s, %d bits", cmp.Or(oneLine(app), "a program without Java"), c.Bits)
	switch {
	case c.Abort != "":
		e.printf("  none: %s\n", oneLine(c.Abort))
	case c.Suffix != "":
		e.printf("  by %s, which is %s\n", c.By, oneLine(c.Suffix))
	default:
		e.printf("  by %s\n", c.By)
	}
	e.printLines("    ", c.Files)
	if len(c.Others) > 0 {
		e.printf("  or, if the folder's order is another:\n")
		e.printLines("    ", c.Others)
	}
	for _, s := range c.Steps {
		result := ""
		if !s.There {
			result = ": not there"
		}
		e.printf("  rule %-4s %s\n", s.Rule, text.Wrap(oneLine(s.Text)+result, 100, "            "))
	}
	for _, folder := range c.Folders {
		files := "not there, or not to be read"
		if folder.Files != nil {
			files = cmp.Or(strings.Join(folder.Files, " "), "empty")
		}
		e.printf("  %s: %s\n", oneLine(folder.Folder), text.Wrap(oneLine(files), 100, "      "))
	}
}

func (e *env) printLines(indent string, lines []string) {
	for _, line := range lines {
		e.printf("%s%s\n", indent, oneLine(line))
	}
}

func (e *env) printUncovered(l *driver.LayerReport) {
	e.printSection("Extensions of the driver that %s does not intercept", oneLine(l.Path))
	e.printf("  it intercepts %s%s\n", count(l.Intercepted, "command"), text.Wrap(ownWords(l), 100, "      "))
	for _, u := range l.Extensions {
		e.printf("  %s: %d of %d\n", u.Extension, len(u.Missed), u.Commands)
		e.printf("      %s\n", text.Wrap(strings.Join(u.Missed, " "), 100, "      "))
		if len(u.Late) > 0 {
			e.printf("      unknown to Android's loader, so that a layer gets them by eglGetProcAddress alone: %s\n",
				text.Wrap(strings.Join(u.Late, " "), 100, "        "))
		}
	}
	if len(l.Unlisted) > 0 {
		e.printf("  not in the registry: %s\n", text.Wrap(oneLine(strings.Join(l.Unlisted, " ")), 100, "      "))
	}
}

// ownWords say how many of the commands are none that the project names.
func ownWords(l *driver.LayerReport) string {
	switch {
	case l.Own == nil:
		return ", among them those by which a layer knows where a frame ends"
	case len(l.Own) > 0:
		return fmt.Sprintf(", %d of them for itself: %s", len(l.Own), strings.Join(l.Own, " "))
	}
	return ""
}

func (e *env) printDriverFindings(r *driver.Report) {
	e.printf("\n")
	switch {
	case len(r.Findings) > 0:
	case !r.Asked():
		e.printf("What the driver itself can do and lacks could not be found out.\n")
		return
	default:
		e.printf("Nothing that Android requires is known to be missing.\n")
		return
	}
	e.printf("Required, and missing:\n")
	for _, f := range r.Findings {
		why := ""
		if f.Why != "" {
			why = ": " + oneLine(f.Why)
		}
		e.printf("  %s (%s)%s\n", f.Name, f.ABI, why)
	}
}
