package devicecmd

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// processName returns the start of the headings for a process.
func processName(p driver.Process) string {
	if p.ABI == "-" {
		return fmt.Sprintf("%d bits", p.Bits)
	}
	return fmt.Sprintf("%s, %d bits", p.ABI, p.Bits)
}

// printNotQueried prints once what was not queried, and what to do.
func printNotQueried(e *ui.Env, p driver.Process, host bool) {
	printSection(e, "%s", processName(p))
	e.Printf("  not queried: %s\n", ui.Wrap(ui.OneLine(p.Missing), 100, "      "))
	if !host {
		e.Printf("  to query versions, extensions, YUV images and contexts, gleslayergen compiles a small program with the NDK\n")
	}
	if p.Remedy != "" {
		e.Printf("  to do: %s\n", ui.Wrap(ui.OneLine(p.Remedy), 100, "      "))
	}
}

func printProcess(e *ui.Env, p driver.Process) {
	printSection(e, "Queried: %s", processName(p))
	printEGL(e, "EGL", p.EGL)
	if p.Own != nil {
		printEGL(e, "the driver's own EGL", p.Own)
	}
	printAPIs(e, p.APIs)
	printRequirements(e, p)
	printPictures(e, p.Pictures)
	if p.Contexts != nil {
		printContexts(e, p.Contexts)
	}
	if p.NoProfile != "" {
		e.Printf("  the limits could not be queried: %s\n", ui.OneLine(p.NoProfile))
	}
}

func printEGL(e *ui.Env, what string, egl *driver.EGL) {
	e.Printf("  %s %s", what, cmp.Or(ui.OneLine(egl.Version), "did not report a version"))
	if egl.Vendor != "" {
		e.Printf(", %s", ui.OneLine(egl.Vendor))
	}
	e.Printf("; %d extensions", len(egl.Extensions)+len(egl.ClientExtensions))
	if len(egl.ClientExtensions) > 0 {
		e.Printf(", %d of them client extensions", len(egl.ClientExtensions))
	}
	e.Printf("\n")
	printFault(e, "    ", egl.Fault)
	printLines(e, "    ", egl.Libraries)
}

func printFault(e *ui.Env, indent, fault string) {
	if fault != "" {
		e.Printf("%s%s\n", indent, ui.OneLine(fault))
	}
}

func printAPIs(e *ui.Env, apis []driver.API) {
	for _, a := range apis {
		name := fmt.Sprintf("OpenGL ES %d", a.Asked)
		switch {
		case !a.Made:
			e.Printf("  %s: cannot create a context: %s\n", name, ui.OneLine(a.Fault))
			continue
		case !a.Drawn:
			e.Printf("  %s: the context cannot draw: %s\n", name, ui.OneLine(a.Fault))
		default:
			e.Printf("  %s: can draw", name)
			e.Printf("; %s, %s, %d extensions\n", ui.OneLine(a.Version), ui.OneLine(a.Renderer), len(a.Extensions))
		}
	}
}

func printRequirements(e *ui.Env, p driver.Process) {
	printSection(e, "Requirements of Android for the driver: %s", processName(p))
	var rows [][]string
	for _, m := range p.Requirements {
		rows = append(rows, []string{m.State, m.Need, m.Name, ui.OneLine(m.Reason)})
	}
	ui.Table(e.Out, "  ", rows)
	printReasons(e, p.Requirements)
}

// printReasons prints each reason once, with everything that it applies to.
func printReasons(e *ui.Env, all []driver.RequirementState) {
	var order []string
	names := map[string][]string{}
	for _, m := range all {
		if key := m.State + " (" + ui.OneLine(m.Why) + ")"; m.Why != "" && m.State != driver.Present {
			if names[key] == nil {
				order = append(order, key)
			}
			names[key] = append(names[key], m.Name)
		}
	}
	for _, key := range order {
		e.Printf("  %s: %s\n", key, ui.Wrap(strings.Join(names[key], ", "), 100, "      "))
	}
}

func printPictures(e *ui.Env, pictures []driver.Picture) {
	printSection(e, "Test images (half red, half blue), sampled as external textures")
	var rows [][]string
	for _, p := range pictures {
		rows = append(rows, []string{p.State, p.Format, cmp.Or(ui.OneLine(p.By), "-"), cmp.Or(ui.OneLine(p.Pixels), "-"), ui.OneLine(p.Why)})
	}
	ui.Table(e.Out, "  ", rows)
}

func printContexts(e *ui.Env, c *driver.Contexts) {
	printSection(e, "Contexts of OpenGL ES 2.0, each with a surface and a draw call")
	e.Printf("  %d of %d created", c.Made, c.Asked)
	if c.Limit != "" {
		e.Printf("; stopped by an error: %s", ui.OneLine(c.Limit))
	}
	e.Printf("\n")
	if c.Fault != "" {
		printFault(e, "  ", c.Fault)
		return
	}
	e.Printf("  memory: %d KiB for each context; %d KiB not freed after all contexts were destroyed\n", c.PerContext, c.Kept)
	e.Printf("  after all contexts were created and destroyed a second time: another %d KiB not freed; a value above 0 can be a memory leak of the driver\n", c.Leaked)
	e.Printf("  files that the driver left open: %d\n", c.OpenFiles)
}
