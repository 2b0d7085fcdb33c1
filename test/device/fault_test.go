package device

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestUnauthorizedAndOffline(t *testing.T) {
	s := Server(t)
	connect(t, s, Options{Bare: true, Faults: Faults{Unauthorized: true}}).fails("unauthorized", "shell", "id")
	connect(t, s, Options{Bare: true, Faults: Faults{Offline: true}}).fails("offline", "shell", "id")
}

// The link is cut after each number of bytes and restored automatically. What the device executed before
// stays in effect.
func TestCutAtBytes(t *testing.T) {
	b := begin(t, Options{Bare: true})
	script := "settings put global gpu_debug_app a.b && echo done"
	b.SetFaults(Faults{})
	b.sh(script)
	all := b.Traffic()
	cut := 0
	for at := int64(1); at < all; at += 23 {
		b.DeleteSetting("gpu_debug_app")
		b.SetFaults(Faults{CutAfter: at})
		if out, _, _ := b.adb("shell", script); out != "done\n" {
			cut++
		}
		b.SetFaults(Faults{})
		b.back()
		b.checkOutput("echo again", "again")
	}
	if cut == 0 || all < 100 {
		t.Errorf("of %d bytes no cut was noticed", all)
	}
}

// The link is cut during the output of commands. No command may hold a lock that the cut needs.
func TestCutAmidOutput(t *testing.T) {
	b := begin(t, Options{Bare: true})
	for _, command := range []string{"getenforce", "id", "getprop", "settings list global", "dumpsys settings", "pm list packages", "pm list users", "df", "ps", "ls /"} {
		b.SetFaults(Faults{})
		b.sh(command)
		all := b.Traffic()
		for at := max(all-240, 1); at < all; at += 20 {
			b.SetFaults(Faults{CutAfter: at})
			b.adb("shell", command)
			b.SetFaults(Faults{})
			b.back()
		}
		b.sh(command)
	}
}

// The device is unplugged before each command and change of state, until Plug is called.
func TestCutAtSteps(t *testing.T) {
	b := begin(t, Options{Bare: true})
	script := "settings put global gpu_debug_app a.b; setprop debug.gles.layers x; settings delete global gpu_debug_app"
	b.SetFaults(Faults{})
	b.sh(script)
	all := b.Steps()
	if all < 5 {
		t.Fatalf("%d steps", all)
	}
	for at := 1; at <= all; at++ {
		b.SetFaults(Faults{CutAt: at, Gone: true})
		if out, _, status := b.adb("shell", script+"; echo done"); status == 0 && out != "" {
			t.Errorf("step %d: %q", at, out) // adb reports success when a link ends
		}
		if _, set := b.Setting("gpu_debug_app"); set != (at >= 4 && at <= 5) {
			t.Errorf("step %d: the setting is there: %v", at, set)
		}
		b.DeleteSetting("gpu_debug_app")
		if b.server.State(b.Device) == "device" {
			t.Errorf("step %d: the device is still there", at)
		}
		if err := b.server.Reconnect(b.Device); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVendors(t *testing.T) {
	b := begin(t, Options{Bare: true, Android: "13"})
	for vendor := range refusals {
		b.SetFaults(Faults{Vendor: vendor})
		b.fails("WRITE_SECURE_SETTINGS", "shell", "settings put global gpu_debug_app a.b")
		b.checkOutput("settings get global gpu_debug_app", "null")
	}
	b.SetFaults(Faults{Forgetful: true})
	b.checkOutput("settings put global gpu_debug_app a.b; settings get global gpu_debug_app", "null")
	b.SetFaults(Faults{Lacks: []string{"setsid"}})
	b.fails("setsid: inaccessible or not found", "shell", "setsid id")
	b.SetFaults(Faults{Noise: true})
	if out, msg, _ := b.adb("shell", "settings get global gpu_debug_app"); out != "null\n" || !strings.Contains(msg, "linker") {
		t.Errorf("%q %q", out, msg)
	}
	b.SetFaults(Faults{Loud: true})
	if out, msg, status := b.adb("shell", "echo out; exit 3"); strings.Count(out, "[vendor]") != 2 || strings.Count(msg, "[vendor]") != 2 || status != 3 {
		t.Errorf("%q %q %d", out, msg, status)
	}
	b.SetFaults(Faults{Hostile: true})
	if out := b.sh("getprop ro.product.model"); !strings.Contains(out, "\x1b[2J") {
		t.Errorf("%q", out)
	}
}

// A log may contain control characters, and lines longer than a reader's buffer.
func TestHostileLog(t *testing.T) {
	b := begin(t, Options{Faults: Faults{Hostile: true}})
	if _, err := b.InstallApp(App{Name: "com.example.idle", Label: HostileText, Activity: "com.example.idle.Main", VersionCode: 1, MinSDK: 29, Target: 33, Idle: true}); err != nil {
		t.Fatal(err)
	}
	if log := b.run("com.example.idle/.Main"); !strings.Contains(log, HostileText) || len(log) < 20000 {
		t.Errorf("%d bytes", len(log))
	}
	if b.sh("pidof com.example.idle") == "" {
		t.Error("the idle app does not run")
	}
}

func TestSlow(t *testing.T) {
	b := begin(t, Options{Bare: true, Faults: Faults{Delay: 100 * time.Millisecond}})
	from := time.Now()
	b.sh("id")
	if took := time.Since(from); took < 100*time.Millisecond {
		t.Errorf("a trip took %v", took)
	}
	b.SetFaults(Faults{Rate: 200 << 10})
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, make([]byte, 100<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	from = time.Now()
	b.ok("push", file, "/data/local/tmp/f")
	if took := time.Since(from); took < 500*time.Millisecond {
		t.Errorf("100 KB at 200 KB/s took %v", took)
	}
}
