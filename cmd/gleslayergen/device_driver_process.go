package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
)

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

func (e *env) printProcess(p driver.Process) {
	e.printSection("Asked: %s", processName(p))
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
