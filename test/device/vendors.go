package device

import (
	"fmt"
	"io"
	"slices"
)

// noise is what some vendors' programs say beside their own words.
func (d *Device) noise(w io.Writer) {
	if d.faults.get().Noise {
		fmt.Fprintln(w, "WARNING: linker: /vendor/lib64/libtestboard.so: unused DT entry: type 0x6ffffef5 arg 0x1d58")
	}
}

// loud is what some vendors' shells say by themselves.
func (d *Device) loud(outputs ...io.Writer) {
	if !d.faults.get().Loud {
		return
	}
	for _, w := range outputs {
		fmt.Fprintln(w, "[vendor] performance mode: off = 0")
	}
}

// hostilePlaces are the properties whose text a third party may choose.
var hostilePlaces = []string{"ro.product.model", "ro.product.manufacturer", "gpu_debug_app", "debug.gles.layers"}

// HostileText is what a device with the fault Hostile puts where it can.
const HostileText = "\x1b[2J\x1b]0;root\x07\r$ rm -rf /\r\u202e"

func (d *Device) hostile(value, place string) string {
	if d.faults.get().Hostile && slices.Contains(hostilePlaces, place) {
		return value + HostileText
	}
	return value
}

// refusals are what vendors' own settings providers say instead of doing it, until a toggle in the developer options
// allows it. The first line is what releases after 10 say before it.
var refusals = map[string]string{
	"xiaomi": "java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n" +
		"\tat com.android.providers.settings.SettingsProvider.enforceWritePermission(SettingsProvider.java:2361)\n",
	"oppo": "java.lang.SecurityException: uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS.\n" +
		"\tat android.app.ContextImpl.enforce(ContextImpl.java:1896)\n",
	"realme": "java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n" +
		"\tat com.android.providers.settings.SettingsProvider.enforceWritePermission(SettingsProvider.java:2219)\n",
}

// makers are what devices of those vendors call their maker.
var makers = map[string]map[string]string{
	"xiaomi": {"ro.product.manufacturer": "Xiaomi", "ro.product.brand": "Redmi"},
	"oppo":   {"ro.product.manufacturer": "OPPO", "ro.product.brand": "OPPO"},
	"realme": {"ro.product.manufacturer": "realme", "ro.product.brand": "realme"},
}

// maySettings says why settings may not be written, if so.
func (p *process) maySettings(verb string) bool {
	text, refused := refusals[p.device.faults.get().Vendor]
	if p.who.uid == 0 || !refused && p.who.uid == uidShell {
		return true
	}
	if !refused {
		text = refusals["xiaomi"]
	}
	fmt.Fprintln(p.err)
	p.exception(verb, text)
	return false
}
