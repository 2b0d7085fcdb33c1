package device

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPushPull(t *testing.T) {
	b := begin(t, Options{Bare: true})
	dir := t.TempDir()
	text := strings.Repeat("0123456789", 300000)
	local := filepath.Join(dir, "a file")
	if err := os.WriteFile(local, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	b.ok("push", local, "/data/local/tmp/b file")
	b.checkOutput("stat -c '%a %U %s' '/data/local/tmp/b file'", "640 shell 3000000")
	b.ok("pull", "/data/local/tmp/b file", filepath.Join(dir, "back"))
	if back, _ := os.ReadFile(filepath.Join(dir, "back")); string(back) != text {
		t.Errorf("%d bytes came back", len(back))
	}
	if out := b.ok("ls", "/data/local/tmp"); !strings.Contains(out, "b file") {
		t.Error(out)
	}
	tree := filepath.Join(dir, "tree")
	if err := os.MkdirAll(filepath.Join(tree, "x/y"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "x/y/z"), []byte("z"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.ok("push", tree, "/data/local/tmp")
	b.checkOutput("cat /data/local/tmp/tree/x/y/z", "z")
	b.ok("pull", "/data/local/tmp/tree", filepath.Join(dir, "pulled"))
	if z, _ := os.ReadFile(filepath.Join(dir, "pulled/x/y/z")); string(z) != "z" {
		t.Errorf("%q", z)
	}
}

// Error messages are adbd's, and no part of a failed transfer remains.
func TestPushRefused(t *testing.T) {
	b := begin(t, Options{Bare: true})
	local := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(local, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := b.Snapshot()
	for to, want := range map[string]string{"/system/lib64/f": "Permission denied", "/data/local/debug/gles/f": "Permission denied", "/data/local/tmp/../../../etc/f": "Permission denied"} {
		if out, msg, status := b.adb("push", local, to); status == 0 || !strings.Contains(out+msg, want) {
			t.Errorf("%s: %d %s%s", to, status, out, msg)
		}
	}
	if out, msg, status := b.adb("pull", "/data/nothing", local); status == 0 || !strings.Contains(out+msg, "No such file or directory") {
		t.Errorf("%d %s%s", status, out, msg)
	}
	b.SetFaults(Faults{Full: 1000})
	if err := os.WriteFile(local, make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, msg, status := b.adb("push", local, "/data/local/tmp/f"); status == 0 || !strings.Contains(out+msg, "No space left on device") {
		t.Errorf("%d %s%s", status, out, msg)
	}
	if out, msg, status := b.adb("shell", "cat /vendor/lib64/egl/*.so > /data/local/tmp/few; head -c 5000 /dev/zero > /data/local/tmp/many; cp /data/local/tmp/few /data/local/tmp/more"); status != 0 {
		t.Errorf("%d %s%s", status, out, msg)
	}
	b.sh("rm -f /data/local/tmp/few /data/local/tmp/many /data/local/tmp/more")
	if diff := before.Diff(b.Snapshot()); diff != nil {
		t.Error(diff)
	}
}
