package test

import (
	"os"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// Leftovers of this tool are reported with the command that removes them, even if the journal is lost. While
// there is a journal, its entries are not attributed to another tool.
func TestDeviceStatusOfOurs(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Build: device.BuildUserdebug})
	layer := r.layer("libmine.so", "")
	serial := r.devices[0].Serial()
	for _, args := range [][]string{{"--to", "apk"}, {"--to", "app", "--app", game}, {"--to", "system", "--setenforce"}} {
		r.checkRun(0, append([]string{"device", "push", layer}, args...))
	}
	r.checkRun(0, []string{"device", "global", "enable", layer, "--yes-all-apps"})
	status := []string{"device", "status"}
	r.checkRun(0, status, "changes that gleslayergen made from this machine", "SELinux", "(device time)", "!another tool or a user", "!from gleslayergen")
	if err := os.Rename(r.home+"/gleslayergen/devices", r.home+"/lost"); err != nil {
		t.Fatal(err)
	}
	r.checkRun(0, status, "package gleslayers.mine, from gleslayergen", "adb -s "+serial+" uninstall gleslayers.mine",
		"file /data/local/debug/gles/libmine.so", "file /data/user/0/com.example.game/libmine.so",
		"adb -s "+serial+" shell run-as com.example.game rm /data/user/0/com.example.game/libmine.so", "debug.gles.layers")
	if err := os.Rename(r.home+"/lost", r.home+"/gleslayergen/devices"); err != nil {
		t.Fatal(err)
	}
	r.checkRun(0, []string{"device", "restore"}, "SELinux: was Permissive, now Enforcing")
	r.checkRun(0, status, "!libmine.so", "!gleslayers.mine")
}
