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
	if r.Serial != "" {
		e.printf("%s, Android %s\n", oneLine(r.Serial), oneLine(r.Android))
	}
	for _, c := range r.Choices {
		e.printChoice(c, r.App)
	}
	missing := ""
	for _, p := range r.Processes {
		switch {
		case p.Missing == "":
			e.printProcess(p, r.Serial == "")
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
		if s.Question == "try" && !s.Taken {
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

// processName is what the sections of a process are headed by.
func processName(p driver.Process) string {
	if p.ABI == "-" {
		return fmt.Sprintf("%d bits", p.Bits)
	}
	return fmt.Sprintf("%s, %d bits", p.ABI, p.Bits)
}

// printNotAsked says once what was not found out, and what would do it.
func (e *env) printNotAsked(p driver.Process, host bool) {
	e.printSection("%s", processName(p))
	e.printf("  not asked: %s\n", text.Wrap(oneLine(p.Missing), 100, "      "))
	if !host {
		e.printf("  versions, extensions, pictures in YUV and contexts are told by a small program that an NDK compiles\n")
	}
	if p.Remedy != "" {
		e.printf("  to do: %s\n", text.Wrap(oneLine(p.Remedy), 100, "      "))
	}
}

func (e *env) printProcess(p driver.Process, host bool) {
	where := "On the device"
	if host {
		where = "On this machine"
	}
	e.printSection("%s: %s", where, processName(p))
	e.printEGL("EGL", p.EGL)
	if p.Own != nil {
		e.printEGL("the driver's own EGL", p.Own)
	}
	e.printAPIs(p.APIs)
	e.printRequirements(p)
	e.printPictures(p.Pictures)
	if p.Contexts != nil {
		e.printContexts(p.Contexts)
	}
}

func (e *env) printEGL(what string, egl *driver.EGL) {
	e.printf("  %s %s", what, cmp.Or(oneLine(egl.Version), "does not answer"))
	if egl.Vendor != "" {
		e.printf(", %s", oneLine(egl.Vendor))
	}
	e.printf("; %d extensions", len(egl.Extensions)+len(egl.ClientExtensions))
	if len(egl.ClientExtensions) > 0 {
		e.printf(", %d of them without a display", len(egl.ClientExtensions))
	}
	e.printf("\n")
	e.printFault("    ", egl.Fault)
	e.printLines("    ", egl.Libraries)
}

func (e *env) printFault(indent, fault string) {
	if fault != "" {
		e.printf("%s%s\n", indent, oneLine(fault))
	}
}

func (e *env) printAPIs(apis []driver.API) {
	for _, a := range apis {
		name := fmt.Sprintf("OpenGL ES %d", a.Asked)
		switch {
		case !a.Made:
			e.printf("  %s: none; %s\n", name, oneLine(a.Fault))
			continue
		case !a.Drawn:
			e.printf("  %s: draws nothing; %s\n", name, oneLine(a.Fault))
		default:
			e.printf("  %s: draws", name)
			e.printf("; %s, %s, %d extensions\n", oneLine(a.Version), oneLine(a.Renderer), len(a.Extensions))
		}
	}
}

func (e *env) printRequirements(p driver.Process) {
	e.printSection("What Android needs of it: %s", processName(p))
	var rows [][]string
	for _, m := range p.Requirements {
		rows = append(rows, []string{m.State, m.Need, m.Name, oneLine(m.Reason)})
	}
	text.Table(e.out, "  ", rows)
	e.printReasons(p.Requirements)
}

// printReasons says each reason once, with all that it is the reason of.
func (e *env) printReasons(all []driver.Met) {
	var order []string
	names := map[string][]string{}
	for _, m := range all {
		if key := m.State + ", since " + oneLine(m.Why); m.Why != "" && m.State != driver.Present {
			if names[key] == nil {
				order = append(order, key)
			}
			names[key] = append(names[key], m.Name)
		}
	}
	for _, key := range order {
		e.printf("  %s: %s\n", key, text.Wrap(strings.Join(names[key], ", "), 100, "      "))
	}
}

func (e *env) printPictures(pictures []driver.Picture) {
	e.printSection("Pictures, one half red and one blue, sampled as external textures")
	var rows [][]string
	for _, p := range pictures {
		rows = append(rows, []string{p.State, p.Format, cmp.Or(oneLine(p.By), "-"), cmp.Or(oneLine(p.Pixels), "-"), oneLine(p.Why)})
	}
	text.Table(e.out, "  ", rows)
}

func (e *env) printContexts(c *driver.Contexts) {
	e.printSection("Contexts of OpenGL ES 2.0, each with a surface and a drawing")
	e.printf("  %d of %d made", c.Made, c.Asked)
	if c.Limit != "" {
		e.printf("; the limit: %s", oneLine(c.Limit))
	}
	e.printf("\n")
	if c.Fault != "" {
		e.printFault("  ", c.Fault)
		return
	}
	e.printf("  memory: %d KiB each; when all were destroyed, %d KiB stayed\n", c.PerContext, c.Kept)
	e.printf("  made and destroyed a second time, it was %d KiB more: what grows each time is a leak\n", c.Leaked)
	e.printf("  files left open: %d\n", c.OpenFiles)
}

func (e *env) printUncovered(l *driver.LayerReport) {
	e.printSection("Extensions of the driver that %s does not intercept", oneLine(l.Path))
	e.printf("  it intercepts %d commands\n", l.Intercepted)
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

func (e *env) printDriverFindings(r *driver.Report) {
	e.printf("\n")
	if len(r.Findings) == 0 {
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
