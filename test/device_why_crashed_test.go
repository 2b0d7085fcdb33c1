package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/crumbstest"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// putCrumbs writes a file of the module to the cache directory of the game.
func (p *phone) putCrumbs(t *testing.T, name string) {
	t.Helper()
	local := filepath.Join(t.TempDir(), "crumbs")
	if err := os.WriteFile(local, crumbstest.Sample(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := p.server.Adb(t.Context(), p.Device, "push", local, "/data/local/tmp/crumbs").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p.sh(t, "run-as "+game+" sh -c 'mkdir -p cache'; cat /data/local/tmp/crumbs | run-as "+game+" sh -c 'cat >cache/"+name+"'")
}

// logCrash writes a crash to the log, as Android's crash reporter does.
func (p *phone) logCrash(pid int, app, library string) {
	for _, line := range []string{"*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***", "Build fingerprint: 'x'",
		"pid: " + strconv.Itoa(pid) + ", tid: 4712, name: RenderThread  >>> " + app + " <<<", "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10",
		"backtrace:", "      #00 pc 000000000001a2b0  /data/data/" + app + "/" + library + " (hook_glClear+16)"} {
		p.WriteLog(9000+pid%100, 0, 'F', "DEBUG", line)
	}
}

// TestDeviceWhyCrashed shows the last crash of an app beside the calls of the same process.
func TestDeviceWhyCrashed(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.fails(t, 5, []string{"the log has no crash of the app", "breadcrumbs.on=1"}, "device", "why-crashed", game)
	p.fails(t, 5, []string{"the app is not installed"}, "device", "why-crashed", "com.example.missing")
	p.fails(t, 2, []string{"--last -1"}, "device", "why-crashed", game, "--last", "-1")

	p.logCrash(4700, "com.example.shop", "libshop.so")
	p.logCrash(4701, game, "libold.so")
	p.logCrash(4711, game, "libwatch.so")
	out := p.ok(t, []string{game + " crashed at ", ": process 4711, thread 4712", "signal 11 (SIGSEGV)", "libwatch.so (hook_glClear+16)"}, "device", "why-crashed", game)
	if strings.Contains(out, "libold.so") || strings.Contains(out, "libshop.so") || strings.Contains(out, "did not return") {
		t.Error(out)
	}

	p.putCrumbs(t, "watch-1795908760830-4711.crumbs")
	p.putCrumbs(t, "watch-1795908760999-4799.crumbs") // a later process that has not crashed
	file := filepath.Join(t.TempDir(), "game.crumbs")
	p.ok(t, []string{"cache/watch-1795908760830-4711.crumbs", "thread 4712 RenderThread", "<- did not return", "libwatch.so (hook_glClear+16)"},
		"device", "why-crashed", game, "--last", "3", "--out", file)
	p.ok(t, []string{"thread 4712 RenderThread"}, "trace", "crumbs", file)
	tombstone := filepath.Join(t.TempDir(), "tombstone_03")
	text := "ABI: 'arm64'\nTimestamp: 2026-11-28 23:32:41\nCmdline: " + game + "\npid: 4799, tid: 4712, name: RenderThread  >>> " + game + " <<<\nsignal 6 (SIGABRT), code -1\n    #00 pc 0000000000051234  /system/lib64/libc.so (abort+168)\n"
	if err := os.WriteFile(tombstone, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p.ok(t, []string{game + " crashed at 2026-11-28 23:32:41: process 4799, thread 4712", "signal 6 (SIGABRT)", "libc.so (abort+168)", "cache/watch-1795908760999-4799.crumbs"}, "device", "why-crashed", game, "--tombstone", tombstone)
	p.fails(t, 1, []string{"names no process that crashed"}, "device", "why-crashed", game, "--tombstone", file)
	p.fails(t, 1, []string{"missing: no such file"}, "device", "why-crashed", game, "--tombstone", "missing")
	p.fails(t, 1, []string{"--out " + file + ": the file exists"}, "device", "why-crashed", game, "--out", file)
	var report struct {
		Schema int
		Crash  struct{ PID, TID int }
		File   string
		Crumbs struct {
			PID     int
			Threads []struct{ Calls []struct{ Returned bool } }
		}
	}
	if err := json.Unmarshal([]byte(p.ok(t, nil, "device", "why-crashed", game, "--json")), &report); err != nil || report.Schema != 1 ||
		report.Crash.PID != 4711 || report.Crash.TID != 4712 || report.Crumbs.PID != 4711 || len(report.Crumbs.Threads) != 2 || report.File != "cache/watch-1795908760830-4711.crumbs" {
		t.Errorf("%v: %+v", err, report)
	}
}

// TestDeviceWhyKilled shows the newest file if the log has no crash, and warns if the file is of another process.
func TestDeviceWhyKilled(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.putCrumbs(t, "watch-1795908760830-4700.crumbs")
	p.putCrumbs(t, "watch-1795908760831-4711.crumbs")
	p.sh(t, "run-as "+game+" sh -c 'echo >cache/notours.crumbs'")
	p.ok(t, []string{"the log has no crash of " + game, "cache/watch-1795908760831-4711.crumbs", "<- did not return"}, "device", "why-crashed", game)
	p.logCrash(4800, game, "libwatch.so")
	_, messages, code := p.call(t, "device", "why-crashed", game)
	if code != 0 || !strings.Contains(messages, "the file is of process 4711, not of the process that crashed") {
		t.Errorf("%d: %s", code, messages)
	}
}
