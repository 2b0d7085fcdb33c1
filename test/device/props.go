package device

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/loader"
)

// factoryProps are equal on every release.
var factoryProps = map[string]string{
	"ro.product.manufacturer": "Gleslayergen", "ro.product.brand": "gleslayergen", "ro.product.model": "Test Device",
	"ro.product.name": "testdevice", "ro.product.device": "testdevice", "ro.product.board": "testboard",
	"ro.build.version.codename": "REL", "ro.build.characteristics": "default", "ro.secure": "1",
	"ro.hardware": "testboard", "ro.hardware.egl": "mesa", "ro.board.platform": "testboard", "ro.opengles.version": "196610",
	"ro.zygote": "zygote64_32", "sys.boot_completed": "1", "persist.sys.usb.config": "adb", "ro.crypto.state": "encrypted",
}

const maxProp = 91 // maximum length in bytes of a value whose name does not begin with "ro."

// startUp sets the properties at boot. Persistent ones are kept.
func (d *Device) startUp() {
	props := maps.Clone(factoryProps)
	maps.Copy(props, d.release.props())
	maps.Copy(props, d.buildProps())
	maps.Copy(props, makers[d.options.Vendor])
	maps.Copy(props, d.options.Props)
	d.mu.Lock()
	for name, value := range d.props {
		if strings.HasPrefix(name, "persist.") {
			props[name] = value
		}
	}
	d.props, d.enforce, d.root, d.boot = props, true, false, newBootID()
	d.mu.Unlock()
	d.log.clear()
	_ = d.tree.putFile("/proc/sys/kernel/random/boot_id", d.boot+"\n", attr{mode: 0o444})
}

// buildProps returns the properties that depend on the build type and the ABIs.
func (d *Device) buildProps() map[string]string {
	var lists [3][]string
	for _, abi := range d.options.ABIs {
		i := 2
		if strings.Contains(abi, "64") {
			i = 1
		}
		lists[0], lists[i] = append(lists[0], abi), append(lists[i], abi)
	}
	id := d.buildID()
	release := d.release.props()["ro.build.version.release"]
	keys := "release-keys"
	if d.options.Build != BuildUser {
		keys = "dev-keys"
	}
	return map[string]string{
		"ro.build.id": id, "ro.build.type": d.options.Build, "ro.debuggable": digit(d.options.Build != BuildUser), "ro.build.tags": keys,
		"ro.product.cpu.abi": d.options.ABIs[0], "ro.product.cpu.abilist": strings.Join(lists[0], ","),
		"ro.product.cpu.abilist64": strings.Join(lists[1], ","), "ro.product.cpu.abilist32": strings.Join(lists[2], ","),
		"ro.build.fingerprint": fmt.Sprintf("gleslayergen/testdevice/testdevice:%s/%s/1:%s/%s", release, id, d.options.Build, keys),
	}
}

// buildIDs are the build IDs of quarterly releases, and of a later build of a release.
var buildIDs = map[string]string{"13 later": "TQ2A.230305.008", "14qpr1": "UQ1A.231205.015", "14qpr3": "AP2A.240605.024"}

func (d *Device) buildID() string {
	release := d.release.rules.ID
	if d.options.Later {
		release += " later"
	}
	if id := buildIDs[release]; id != "" {
		return id
	}
	return d.release.props()["ro.build.id"]
}

func digit(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// Prop returns a property, or "" if it is not set.
func (d *Device) Prop(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.props[name]
}

// SetProp sets a property as init would.
func (d *Device) SetProp(name, value string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.props[name] = value
	if slices.Contains(loader.Properties(), name) {
		d.reloadProperty(name, value)
	}
}

// reloadProperty makes the layer loaders of running apps read a property again.
func (d *Device) reloadProperty(name, value string) {
	for _, j := range d.jobs {
		file := filepath.Join(j.run, "properties")
		text, err := os.ReadFile(file)
		if j.run == "" || err != nil {
			continue
		}
		lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(l string) bool { return strings.HasPrefix(l, name+"=") })
		if err := os.WriteFile(file+".new", []byte(strings.Join(lines, "")+name+"="+value+"\n"), 0o600); err == nil {
			_ = os.Rename(file+".new", file) // the app may be about to end
		}
	}
}

func getprop(p *process) int {
	p.device.noise(p.err)
	if len(p.args) > 1 {
		fmt.Fprintln(p.out, p.device.hostile(p.device.Prop(p.args[1]), p.args[1]))
		return 0
	}
	d := p.device
	d.mu.Lock()
	props := maps.Clone(d.props)
	d.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(props)) {
		fmt.Fprintf(p.out, "[%s]: [%s]\n", name, d.hostile(props[name], name))
	}
	return 0
}

func setprop(p *process) int {
	if len(p.args) != 3 {
		return p.fail("Need 2 arguments (see \"setprop --help\")")
	}
	name, value := p.args[1], p.args[2]
	switch {
	case len(value) > maxProp && !strings.HasPrefix(name, "ro."):
		return p.fail("Value '%s' exceeds %d chars", value, maxProp)
	case strings.HasPrefix(name, "ro.") && p.device.Prop(name) != "", !p.maySet(name):
		return p.fail("failed to set property '%s' to '%s'", name, value)
	}
	if !p.step("property", name, p.device.Prop(name), value) {
		return statusCable
	}
	p.device.SetProp(name, value)
	return 0
}

// Prefixes of properties that SELinux allows the shell user to set.
var shellProps = []string{"debug.", "log.", "persist.log.tag", "persist.debug.", "sys.powerctl", "persist.traced.", "service.adb."}

func (p *process) maySet(name string) bool {
	return p.who.uid == 0 || p.who.uid == uidShell && slices.ContainsFunc(shellProps, func(s string) bool { return strings.HasPrefix(name, s) })
}
