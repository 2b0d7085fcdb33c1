package device

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

const limit = 2 * time.Minute // for one call of adb

// A bench is a device behind a real adb.
type bench struct {
	*testing.T
	*Device
	server *AdbServer
}

func start(t *testing.T, o Options) *bench {
	t.Helper()
	return connect(t, Server(t), o)
}

func connect(t *testing.T, s *AdbServer, o Options) *bench {
	t.Helper()
	b := &bench{t, Start(t, o), s}
	if err := s.Connect(b.Device); err != nil {
		t.Fatal(err)
	}
	return b
}

// adb runs the real client.
func (b *bench) adb(args ...string) (stdout, stderr string, status int) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), limit)
	defer cancel()
	cmd := b.server.Adb(ctx, b.Device, args...)
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return out.String(), msg.String(), exit.ExitCode()
	}
	if err != nil {
		b.Fatal(err)
	}
	return out.String(), msg.String(), 0
}

// sh wants a script to succeed without a word on standard error, and returns what it says.
func (b *bench) sh(script string) string {
	b.Helper()
	out, msg, status := b.adb("shell", script)
	if status != 0 || msg != "" {
		b.Errorf("%s: status %d\n%s%s", script, status, out, msg)
	}
	return strings.TrimSuffix(out, "\n")
}

// says wants a script to say just this.
func (b *bench) says(script, want string) {
	b.Helper()
	if got := b.sh(script); got != want {
		b.Errorf("%s\nsays %q\nwant %q", script, got, want)
	}
}

func TestShell(t *testing.T) {
	b := start(t, Options{Android: "14", Bare: true})
	for _, c := range []struct{ script, want string }{
		{"echo hello", "hello"},
		{"getprop ro.build.version.sdk", "34"},
		{"settings get global gpu_debug_app", "null"},
		{"settings put global gpu_debug_app a.b; settings get global gpu_debug_app; settings delete global gpu_debug_app; settings get global gpu_debug_app", "a.b\nDeleted 1 rows\nnull"},
		{"cd /data/local/tmp; echo x > f; cat f; ls; rm f; ls", "x\nf"},
		{"id -u", "2000"},
	} {
		b.says(c.script, c.want)
	}
	out, msg, status := b.adb("shell", "echo out; echo err >&2; exit 7")
	if out != "out\n" || msg != "err\n" || status != 7 {
		t.Errorf("%q %q %d", out, msg, status)
	}
}

func TestCTSApp(t *testing.T) {
	b := start(t, Options{})
	b.sh("settings put global enable_gpu_debug_layers 1; settings put global gpu_debug_app android.rootlessgpudebug.DEBUG.app; settings put global gpu_debug_layers_gles libGLES_glesLayerC.so; settings put global gpu_debug_layer_app android.rootlessgpudebug.GLES_LAYERS.app")
	t.Log(b.sh("am start -W -n android.rootlessgpudebug.DEBUG.app/android.rootlessgpudebug.app.RootlessGpuDebugDeviceActivity"))
	t.Log(b.sh("logcat -d; ps -A"))
}
