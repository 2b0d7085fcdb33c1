package test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// A settingsPage is a run of settings --app, and a client that has opened its page.
type settingsPage struct {
	*testing.T
	cmd      *exec.Cmd
	messages strings.Builder
	client   http.Client
	url      string
}

// openSettingsPage starts the page for the game.
func (p *phone) openSettingsPage(t *testing.T) *settingsPage {
	t.Helper()
	s := &settingsPage{T: t, cmd: p.command(t.Context(), "settings", "--app", game)}
	s.cmd.Stderr = &s.messages
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("no URL: %v, %v\n%s", err, s.cmd.Wait(), &s.messages)
	}
	s.client.Jar, _ = cookiejar.New(nil)
	response, err := s.client.Get(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	s.url = response.Request.URL.String()
	return s
}

// request sends a request as the page does, and returns the answer.
func (s *settingsPage) request(method, path, body string) string {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), method, s.url+"api/"+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "http://"+r.URL.Host)
	response, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return string(answer)
}

// set changes a setting of the first layer, and checks that the answer contains a text.
func (s *settingsPage) set(name, value, want string) {
	s.Helper()
	body, _ := json.Marshal(map[string]any{"layer": 0, "name": name, "value": value})
	if answer := s.request("POST", "set", string(body)); !strings.Contains(answer, want) {
		s.Errorf("%s=%s: %s", name, value, answer)
	}
}

// end interrupts the page, and returns its messages.
func (s *settingsPage) end() string {
	s.Helper()
	if err := errors.Join(s.cmd.Process.Signal(os.Interrupt), s.cmd.Wait()); err != nil {
		s.Errorf("%v\n%s", err, &s.messages)
	}
	return s.messages.String()
}

// TestDeviceSettingsPage changes settings of a layer of an app through the page, undoes them there, and after the page with
// device restore.
func TestDeviceSettingsPage(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	layer, plain := filepath.Join(t.TempDir(), "libwatch.so"), filepath.Join(t.TempDir(), "libplain.so")
	buildWatch(t, p, layer)
	buildLayer(t, plain)
	p.fails(t, 1, []string{"no layers are enabled for this app", "device enable --app " + game}, "settings", "--app", game)
	p.fails(t, 2, []string{"--json prints the settings"}, "settings", "--app", game, "--json")
	p.fails(t, 2, []string{"leave out libwatch.so"}, "settings", "--app", game, "libwatch.so")
	p.fails(t, 2, []string{"requires --app"}, "settings", "--user", "10", layer)
	p.host(t, t.TempDir(), "gleslayergen device push "+layer+" --to app --app "+game+" && gleslayergen device push "+plain+" --to app --app "+game)
	p.ok(t, nil, "device", "enable", "--app", game, "libplain.so")
	p.fails(t, 1, []string{"none of its layers describes settings"}, "settings", "--app", game)
	p.ok(t, nil, "device", "enable", "--app", game, "libplain.so:libwatch.so")
	p.SetProp("debug.watch.log.limit", "99")

	s := p.openSettingsPage(t)
	if answer := s.request("GET", "settings", ""); !strings.Contains(answer, `"name":"watch"`) || !strings.Contains(answer, `"value":"99"`) || strings.Contains(answer, `"changed":true`) {
		t.Error(answer)
	}
	s.set("breadcrumbs.on", "1", `"changed":true`)
	s.set("log.limit", "20", `"value":"20"`)
	s.set("log.limit", "30", `"value":"30"`)
	s.set("log.limit", "0", "log.limit=0: must be a number from 1 to 100000")
	for name, want := range map[string]string{"breadcrumbs.on": "1", "log.limit": "30"} {
		if got := p.Prop("debug.watch." + name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if answer := s.request("POST", "undo", "{}"); !strings.Contains(answer, `"changed":false`) {
		t.Error(answer)
	}
	for name, want := range map[string]string{"breadcrumbs.on": "", "log.limit": "99"} {
		if got := p.Prop("debug.watch." + name); got != want {
			t.Errorf("after undo, %s is %q", name, got)
		}
	}
	s.set("breadcrumbs.on", "1", `"changed":true`)
	p.SetProp("debug.watch.breadcrumbs.on", "0") // another process
	if answer := s.request("POST", "undo", "{}"); !strings.Contains(answer, "debug.watch.breadcrumbs.on: ") {
		t.Errorf("a value that another process has changed: %s", answer)
	}
	s.set("log.on", "0", `"changed":true`)
	if messages := s.end(); !strings.Contains(messages, "gleslayergen device restore") {
		t.Error(messages)
	}
	p.ok(t, nil, "device", "restore")
	if got := p.Prop("debug.watch.log.on"); got != "" {
		t.Errorf("after restore, log.on is %q", got)
	}
}
