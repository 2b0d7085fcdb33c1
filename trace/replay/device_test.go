package replay

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// The exit status of adb shows why the player ended.
func TestExplain(t *testing.T) {
	d := &Device{d: adb.New("adb", "").Device("s")}
	for status, want := range map[int]string{
		-1: "did not end after its report",
		0:  "connection to the device was interrupted", 1: "connection to the device was interrupted", 255: "connection to the device was interrupted",
		126: "did not start", 127: "did not start", 2: "after 3 frames: exit status 2", 139: "after 3 frames: signal: segmentation fault",
	} {
		if err := d.explain(status, 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v, want %q", status, err, want)
		}
	}
}
