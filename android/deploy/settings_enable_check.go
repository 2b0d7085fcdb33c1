package deploy

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/rules"
)

// checkFiles checks that each layer is for the app's ABI, and reports layers whose file on the device differs
// from the file on this machine. For files outside library directories, it reads the first bytes, all in one
// call.
func (e *enabler) checkFiles(ctx context.Context) error {
	app := e.s.Packages[e.o.App]
	if e.o.Launch && app.Launch == "" {
		return &Blocked{"", "app " + app.Name, "the app has no launcher activity, so --launch cannot start the app", "leave out --launch, and start the app in another way"}
	}
	if err := e.readHeads(ctx, app); err != nil {
		return err
	}
	want := e.s.ABI(app)
	for _, f := range e.found {
		switch {
		case f.abi == notELF:
			return &Blocked{"1.8", "layer " + f.Name, f.path() + " is not a shared object, and an invalid file stops the loading of all layers", "replace the file: " + pushCommand(e.s, app, f.Layer, f.dir)}
		case f.abi != "" && rules.InstructionSet(f.abi) != rules.InstructionSet(want):
			return &Blocked{"1.8", "layer " + f.Name, fmt.Sprintf("%s is built for %s, but %s runs as %s", f.path(), f.abi, app.Name, want),
				"build the layer for " + want + ": gleslayergen build --abi " + want + "; then replace the file: " + pushCommand(e.s, app, f.Layer, f.dir)}
		}
		if info, err := os.Stat(f.Path); f.Path != "" && err == nil && f.size > 0 && info.Size() != f.size {
			e.notes = append(e.notes, fmt.Sprintf("%s on the device differs from %s on this machine; to copy the file to the device: %s", f.path(), f.Path, pushCommand(e.s, app, f.Layer, f.dir)))
		}
	}
	return nil
}

// notELF replaces the ABI of a file that is not an ELF file.
const notELF = "not an ELF file"

// readHeads reads the ABIs that are unknown.
func (e *enabler) readHeads(ctx context.Context, app *device.Package) error {
	var script strings.Builder
	var asked []int
	for i, f := range e.found {
		if f.abi != "" {
			continue
		}
		asked = append(asked, i)
		read := "head -c 20 " + adb.Quote(f.path()) + " | base64"
		if f.dir == app.DataDir {
			read = adb.RunAs(app.Name, e.s.User) + " sh -c " + adb.Quote(read)
		}
		script.WriteString("echo \"= $(" + read + " 2>/dev/null)\"\n")
	}
	if len(asked) == 0 {
		return nil
	}
	out, err := e.d.Shell(ctx, script.String())
	if err != nil {
		return err
	}
	for n, line := range resultLines(out.Stdout, len(asked)) {
		e.found[asked[n]].abi = headABI(line)
	}
	return nil
}

// resultLines returns the lines that begin with "= ", or none if their number differs from that of the files.
func resultLines(text string, want int) []string {
	var out []string
	for line := range strings.Lines(text) {
		if answer, ok := strings.CutPrefix(strings.TrimSpace(line)+" ", "= "); ok {
			out = append(out, strings.TrimSpace(answer))
		}
	}
	if len(out) != want {
		return nil
	}
	return out
}

// headABI returns the ABI of a file from its first bytes in base64, or "" if they could not be read.
func headABI(line string) string {
	head, err := base64.StdEncoding.DecodeString(line)
	switch {
	case err != nil || len(head) == 0:
		return ""
	case elf.HeadABI(head) == "":
		return notELF
	}
	return elf.HeadABI(head)
}

// pushCommand returns the command that copies a layer to the place where the app finds it.
func pushCommand(s *device.State, app *device.Package, l Layer, dir string) string {
	file, to := l.Path, "apk"
	if file == "" {
		file = l.Name
	}
	switch dir {
	case device.SystemDir:
		return "gleslayergen device push " + adb.QuoteIfNeeded(file) + " --to system"
	case app.DataDir:
		to = "app"
	case app.NativeLibraryDir:
		return "gleslayergen apk add APP.apk " + adb.QuoteIfNeeded(file) + " --debuggable"
	}
	return "gleslayergen device push " + adb.QuoteIfNeeded(file) + " --to " + to + " --app " + app.Name
}

// started checks the results of stopping and starting the app.
func (e *enabler) started(r outcome) error {
	start, asked := r.ran["start"]
	if !asked || start.status == "0" && !strings.Contains(start.said, "Error") {
		return nil
	}
	e.notes = append(e.notes, "the settings are written, but the app did not start: "+firstLine(start.said)+"; start the app by hand")
	e.o.Launch = false
	return nil
}
