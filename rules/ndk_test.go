package rules

import "testing"

// The libraries that an app may use only grow with the API level, and do not include those that a toolchain
// provides.
func TestLibraries(t *testing.T) {
	at := func(api int, name string) bool {
		for _, l := range Libraries(api) {
			if l.Name == name {
				return true
			}
		}
		return false
	}
	for _, c := range []struct {
		name string
		from int
	}{{"libc.so", 1}, {"liblog.so", 3}, {"libvulkan.so", 24}, {"libbinder_ndk.so", 29}, {"libnativehelper.so", 31}} {
		l, ok := FindLibrary(c.name)
		if !ok || l.API != c.from || l.Reason == "" || at(c.from-1, c.name) || !at(c.from, c.name) || !at(99, c.name) {
			t.Errorf("%s: %+v, %t", c.name, l, ok)
		}
	}
	for _, name := range []string{"libc++_shared.so", "libbinder.so", "libc.so.6", ""} {
		if _, ok := FindLibrary(name); ok || at(99, name) {
			t.Errorf("%q is a library for apps", name)
		}
	}
}
