package driver

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Choice is which driver Android's loader opens in processes of one kind, and why.
type Choice struct {
	Bits    int           `json:"bits"`
	By      string        `json:"by"` // a property, angle, updatable, exact or wildcard
	Suffix  string        `json:"suffix,omitempty"`
	Files   []string      `json:"files"`
	Others  []string      `json:"others,omitempty"`
	Abort   string        `json:"abort,omitempty"`
	Steps   []rules.Step  `json:"steps"`
	Folders []FolderFiles `json:"folders"`
}

// FolderFiles is a folder of drivers and what lies there.
type FolderFiles struct {
	Folder string   `json:"folder"`
	Files  []string `json:"files"` // null: there is no such folder, or it cannot be read
}

// firstAPI is the API level for which the probe is compiled: the first with layers.
const firstAPI = 29

// Device asks a device: what decides on the driver first, then, with an NDK, the driver itself.
func Device(ctx context.Context, d *adb.Device, user int, getenv func(string) string, o Options) (*Report, error) {
	state, err := device.Read(ctx, d, device.Query{User: user})
	if err != nil {
		return nil, err
	}
	if o.App != "" {
		if err := device.CheckPackage(o.App); err != nil {
			return nil, err
		}
	}
	r := &Report{Serial: d.Serial, Android: state.AndroidVersion, App: o.App, release: state.Release}
	if err := r.choose(ctx, d, state); err != nil {
		return nil, err
	}
	ndk, missing := android.FindNDK(getenv)
	for _, abi := range abisOf(state.ABIs) {
		p := Process{ABI: abi.Name, Bits: bitsOf(abi)}
		if missing != nil {
			p.Missing, p.Remedy = missing.Error(), hint(missing)
		} else if err := p.ask(ctx, d, ndk, abi, r.own(p.Bits), o); err != nil {
			return nil, err
		}
		r.Processes = append(r.Processes, p)
	}
	r.finish(o, false)
	return r, nil
}

func hint(err error) string {
	if h, ok := err.(interface{ Hint() string }); ok {
		return h.Hint()
	}
	return ""
}

// abisOf are the device's first ABI of 64 and of 32 bits.
func abisOf(names []string) []android.ABI {
	var list []android.ABI
	for _, name := range names {
		abi, err := android.FindABI(name)
		if err == nil && !slices.ContainsFunc(list, func(a android.ABI) bool { return bitsOf(a) == bitsOf(abi) }) {
			list = append(list, abi)
		}
	}
	return list
}

func bitsOf(a android.ABI) int {
	if strings.Contains(a.Name, "64") {
		return 64
	}
	return 32
}

// choose asks for the settings and the files that decide, and decides.
func (r *Report) choose(ctx context.Context, d *adb.Device, s *device.State) error {
	release := s.Release
	if release == nil {
		release = rules.Releases()[0]
	}
	apex := s.Props["ro.egl.apex"]
	var kinds []int
	for _, abi := range abisOf(s.ABIs) {
		kinds = append(kinds, bitsOf(abi))
	}
	var folders []string
	for _, bits := range kinds {
		folders = append(folders, rules.DriverFolders(release, bits, apex)...)
	}
	found, settings, err := list(ctx, d, folders, rules.DriverSettings(release))
	if err != nil {
		return err
	}
	for _, bits := range kinds {
		decided := rules.DecideDriver(rules.DriverDevice{Release: release, Later: s.LateBuild, Bits: bits, App: r.App,
			Properties: s.Props, Settings: settings, Folders: found})
		c := Choice{Bits: bits, By: decided.By, Suffix: decided.Suffix, Files: append([]string{}, decided.Files...),
			Others: decided.Others, Abort: decided.Abort, Steps: decided.Steps}
		for _, folder := range rules.DriverFolders(release, bits, apex) {
			c.Folders = append(c.Folders, FolderFiles{folder, found[folder]})
		}
		r.Choices = append(r.Choices, c)
	}
	return nil
}

// list reads the folders in their own order, and the settings. A word that is new each time parts the answers.
func list(ctx context.Context, d *adb.Device, folders, names []string) (found map[string][]string, settings map[string]string, err error) {
	mark := rand.Text()
	var script strings.Builder
	for i, folder := range folders {
		fmt.Fprintf(&script, "if [ -d %[1]s ]; then echo '%[2]s folder %[3]d'; find -L %[1]s -maxdepth 1 -type f -name 'lib*GL*.so' 2>/dev/null; fi\n",
			adb.Quote(folder), mark, i)
	}
	for i, name := range names {
		fmt.Fprintf(&script, "echo '%s setting %d'; settings get global %s\n", mark, i, name)
	}
	out, err := d.Shell(ctx, script.String())
	if err != nil {
		return nil, nil, err
	}
	found, settings = map[string][]string{}, map[string]string{}
	for part := range strings.SplitSeq(out.Stdout, mark+" ") {
		head, body, _ := strings.Cut(part, "\n")
		kind, index, _ := strings.Cut(head, " ")
		lines := strings.FieldsFunc(body, func(c rune) bool { return c == '\n' || c == '\r' })
		switch i := number(index); {
		case kind == "folder" && i < len(folders):
			found[folders[i]] = fileNames(lines)
		case kind == "setting" && i < len(names) && len(lines) > 0 && lines[0] != "null":
			settings[names[i]] = strings.TrimSpace(lines[0])
		}
	}
	return found, settings, nil
}

func number(s string) int {
	n := 0
	_, _ = fmt.Sscanf(s, "%d", &n)
	return max(0, n)
}

const mostFiles = 1024

func fileNames(lines []string) []string {
	names := []string{}
	for _, line := range lines[:min(len(lines), mostFiles)] {
		names = append(names, path.Base(line))
	}
	return names
}

// own is the library that holds the driver's EGL, "" where its place is not known.
func (r *Report) own(bits int) string {
	for _, c := range r.Choices {
		if c.Bits == bits && len(c.Files) > 0 && path.IsAbs(c.Files[0]) {
			return c.Files[0]
		}
	}
	return ""
}

// ask compiles the probe for an ABI, and runs it on the device. It takes itself away as it begins.
func (p *Process) ask(ctx context.Context, d *adb.Device, ndk *android.NDK, abi android.ABI, own string, o Options) error {
	compiler, err := ndk.Compiler(abi, firstAPI)
	if err == nil {
		compiler, err = compile(ctx, o.Cache, []string{compiler})
	}
	if err != nil {
		p.Missing, p.Remedy = err.Error(), hint(err)
		return ctx.Err()
	}
	remote := "/data/local/tmp/gleslayergen-probe-" + strings.ToLower(rand.Text())
	if err := d.Push(ctx, compiler, remote); err != nil {
		return err
	}
	s, err := run(ctx, d, remote, tasks(own, o.Contexts))
	if err != nil {
		return err
	}
	if len(s) == 0 {
		p.Missing = "the probe does not run there"
		p.Remedy = "see whether programs in /data/local/tmp may be started: adb shell getenforce"
		return nil
	}
	p.fill(s, own, o.Contexts)
	return nil
}

// run runs the probe and takes what is left of it away, even if this is interrupted.
func run(ctx context.Context, d *adb.Device, remote string, list []string) (said, error) {
	remove := "rm -f " + adb.Quote(remote)
	words := make([]string, len(list))
	for i, task := range list {
		words[i] = adb.Quote(task)
	}
	script := fmt.Sprintf("chmod 0755 %[1]s && %[1]s --once %[2]s %[3]s 2>/dev/null\n%[4]s", adb.Quote(remote), seconds(), strings.Join(words, " "), remove)
	limited, cancel := context.WithTimeout(ctx, time.Duration(len(list)+1)*taskLimit)
	defer cancel()
	var text strings.Builder
	err := d.Stream(limited, script, func(line string) bool {
		text.WriteString(line + "\n")
		return text.Len() < mostSaid
	})
	if err != nil {
		after, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer stop()
		_, _ = d.Shell(after, remove) // the device may be gone
		if limited.Err() != nil && ctx.Err() == nil {
			err = nil // what was said till then counts
		}
	}
	return readSaid(strings.NewReader(text.String())), cmp.Or(err, ctx.Err())
}
