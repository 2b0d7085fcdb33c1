//go:build linux

package loader

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/rules"
)

// The GLES cases of CTS pass on the oldest release, on the first with today's search path, and on the newest.
func TestCTS(t *testing.T) {
	s := setCTS(t)
	for _, id := range []string{"10", "11", rules.Newest().ID} {
		r, _ := rules.FindRelease(id)
		for _, c := range ctsCases {
			t.Run(id+"/"+c.name, func(t *testing.T) {
				if c.not10 && id == "10" {
					c.seen, c.unseen = "", "C:load"
				}
				c.judge(t, s.start(t, &c, r))
			})
		}
	}
}

// judge searches for lines as the tests on a device do: a line matches if it contains the words.
func (c *ctsCase) judge(t *testing.T, log []string) {
	t.Helper()
	at := func(event string) int {
		letter, what, _ := strings.Cut(event, ":")
		return slices.IndexFunc(log, func(line string) bool { return strings.Contains(line, ctsLine(letter, what)) })
	}
	last := -1
	for _, event := range strings.Fields(c.seen) {
		if i := at(event); i <= last {
			t.Errorf("%s is missing or too early", event)
		} else {
			last = i
		}
	}
	for _, event := range strings.Fields(c.unseen) {
		if at(event) >= 0 {
			t.Errorf("%s is there", event)
		}
	}
	if !slices.Contains(log, "app: RootlessGpuDebug activity complete") {
		t.Error("the app did not end as it should")
	}
	if i := slices.IndexFunc(log, func(line string) bool { return strings.HasPrefix(line, "E ") || strings.HasPrefix(line, "W ") }); i >= 0 {
		t.Errorf("the loader says %q", log[i])
	}
	if t.Failed() {
		t.Log(strings.Join(log, "\n"))
	}
}

// A ctsFixture has the app, and the directories of the packages' libraries, which all cases share.
type ctsFixture struct {
	host *Host
	app  string
	libs map[string]string
}

func setCTS(t *testing.T) *ctsFixture {
	t.Helper()
	dir := t.TempDir()
	app := compile(t, filepath.Join(dir, "app"), `#include "../android/cts/c/app.c"`, "-lEGL")
	s := &ctsFixture{host(t), app, map[string]string{}}
	for _, name := range []string{"DEBUG", "RELEASE", "INJECT", "LAYERS", "GLES_LAYERS"} {
		s.libs[name] = filepath.Join(dir, name)
		if err := os.Mkdir(s.libs[name], 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, letter := range []string{"A", "B", "C"} {
		library(t, filepath.Join(s.libs["GLES_LAYERS"], ctsNames[letter]), `#include "../android/cts/c/layer.c"`, `-DLAYER="glesLayer`+letter+`"`)
	}
	s.push(t, "C", s.libs["RELEASE"])
	return s
}

// push copies a layer to a directory.
func (s *ctsFixture) push(t *testing.T, letter, dir string) {
	t.Helper()
	if err := os.Link(filepath.Join(s.libs["GLES_LAYERS"], ctsNames[letter]), filepath.Join(dir, ctsNames[letter])); err != nil {
		t.Fatal(err)
	}
}

// start runs the app and returns the output of the app, its layers and the loader.
func (s *ctsFixture) start(t *testing.T, c *ctsCase, r *rules.Release) []string {
	t.Helper()
	own := t.TempDir()
	for _, letter := range strings.Fields(c.pushed) {
		s.push(t, letter, own)
	}
	setup := Setup{Release: r}
	s.device(t, c, own).Fill(&setup)
	run, err := s.host.NewRun(own, setup)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := run.Command(ctx, s.app)
	cmd.Env = append(cmd.Env, glesdriver.Env()...)
	words, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, words)
	}
	return strings.Split(strings.TrimSpace(string(words)), "\n")
}

// device returns the device of a case, with all packages installed.
func (s *ctsFixture) device(t *testing.T, c *ctsCase, data string) *Android {
	t.Helper()
	a := &Android{App: rules.App{Package: ctsNames[c.app], ABI: "x86_64", DataDir: data, LibDirs: s.libs[c.app],
		Debuggable: c.app == "DEBUG", InjectLayers: c.app == "INJECT"}}
	for _, name := range []string{"LAYERS", "GLES_LAYERS"} {
		a.Install(ctsNames[name], s.libs[name])
	}
	for _, setting := range strings.Fields(c.settings) {
		name, value, _ := strings.Cut(setting, "=")
		place := a.Setting(name)
		if place == nil {
			t.Fatalf("no setting %s", name)
		}
		*place = deviceForm(value)
	}
	a.Properties = map[string]string{rules.PropertyLayers: deviceForm(c.property)}
	return a
}
