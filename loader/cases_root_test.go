//go:build androidroot && linux

package loader_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// rootCase is a case that a native program of Android can play, and its lines under run --strict.
type rootCase struct {
	Name, List, Env, Words string
	Lines                  []string // of the program, the layers and the driver
	Signal                 int      // that ended the program; 0 for none
}

// notNative are commands of cases that need a window, or that change what a running process of Android reads.
var notNative = []string{"property:", "Window", "GLESLAYERGEN_RUN", "$OWN", "Pixmap"}

// TestWriteCases writes the cases to the file of the environment variable CASES, for the release in ANDROID.
func TestWriteCases(t *testing.T) {
	release, ok := rules.FindRelease(os.Getenv("ANDROID"))
	if !ok || os.Getenv("CASES") == "" {
		t.Fatal("CASES and ANDROID are not set: run make test-android-root")
	}
	s := theFixture(t)
	all := []rootCase{}
	for _, c := range slices.Concat(allCases, lockCases()) {
		text := c.words + "\n" + c.env + "\n" + c.list
		if c.chaos != nil || c.config != "" || c.path != "" || c.system != "" || c.properties != "" || len(c.files) > 0 ||
			slices.ContainsFunc(notNative, func(word string) bool { return strings.Contains(text, word) }) {
			continue
		}
		all = append(all, s.playNative(t, &c, release))
	}
	data, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(os.Getenv("CASES"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// lockCases are calls of EGL and of get_next where the loader holds its locks: in a layer's constructor, in its Initialize, when the loader
// asks it for its hooks, and when it asks for an unknown function later. Some of them never return (rule 4.7).
func lockCases() (all []ruleCase) {
	calls := strings.Fields("public.eglGetDisplay:0 public.eglGetPlatformDisplay:0x31dd:0:0 public.eglGetProcAddress:'glClear public.eglGetProcAddress:'glTest2 " +
		"public.eglBindAPI:0x30a0 public.eglQueryAPI public.eglGetSystemTimeNV public.eglGetSystemTimeFrequencyNV public.eglInitialize:0xd1:0:0 " +
		"public.eglQueryString:0:0x3055 public.eglGetCurrentContext public.eglGetError public.glGetString:0x1f00 get:'glClear get:'glTest2")
	for _, place := range []string{"LOAD", "INITIALIZE", "ASK_glClear", "ASK_glTest1"} {
		for _, call := range calls {
			if place == "LOAD" && strings.HasPrefix(call, "get:") {
				continue // a constructor has no get_next
			}
			all = append(all, ruleCase{name: call + " in " + place, list: "A.so", env: "FAKE_KNOWS=glTest*\nA_" + place + "=" + call,
				words: "eglGetDisplay eglGetProcAddress:'glTest1 eglQueryAPI"})
		}
	}
	return all
}

// playNative plays a case as a native program of a release.
func (s *fixture) playNative(t *testing.T, c *ruleCase, release *rules.Release) rootCase {
	t.Helper()
	p := place{s, t.TempDir()}
	setup := loader.Setup{Release: release, Strict: true, List: p.expand(c.list), System: s.layers, Log: filepath.Join(p.own, "log"), Properties: map[string]string{}}
	player, err := s.host.NewRun("", setup)
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	ctx, cancel := buildContext()
	defer cancel()
	cmd := player.Command(ctx, p.app[0], slices.Concat(p.app[1:], strings.Fields(p.expand(c.words)))...)
	transcript := filepath.Join(p.own, "transcript")
	cmd.Dir = p.own
	cmd.Env = append(player.Env(), "TRANSCRIPT="+transcript, "DRIVER="+p.driver)
	cmd.Env = append(cmd.Env, lines(p.expand(c.env))...)
	result, err := run(cmd)
	if err != nil {
		t.Fatal(err)
	}
	content, _ := os.ReadFile(transcript) // a program that ends at once writes none
	r := rootCase{Name: c.name, List: c.list, Env: strings.Join(lines(c.env), "\n"), Words: c.words, Lines: strings.Split(strings.TrimSuffix(p.shorten(string(content)), "\n"), "\n")}
	if status := result.status.Sys().(syscall.WaitStatus); status.Signaled() {
		r.Signal = int(status.Signal())
	}
	return r
}
