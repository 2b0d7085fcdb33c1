package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// drivers are the libraries that define GL and EGL functions.
var drivers = []string{"libEGL.so", "libGLESv1_CM.so", "libGLESv2.so", "libGLESv3.so"}

// isGL reports whether a name has the form of a GL or EGL function name.
var isGL = lazyregexp.New(`^(egl|gl)[A-Z][A-Za-z0-9_]*$`).MatchString

func (r *report) undefined(o *elf.Object) {
	var list []string
	for _, name := range o.Undefined {
		if isGL(name) {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return
	}
	id := "undefined-gl-unlinked"
	if slices.ContainsFunc(o.Needed, func(lib string) bool { return slices.Contains(drivers, lib) }) {
		id = "undefined-gl"
	}
	r.add(id, "the library does not define these EGL or GL functions that it calls: "+some(list))
}

// api returns the minimum API level for the layer.
func (o Options) api() int { return cmp.Or(o.API, rules.MinAPI) }

// host matches the names of libraries that exist only on Linux systems, not on Android.
var host = lazyregexp.New(`^ld-(linux|musl)|\.so\.[0-9]`).MatchString

// needed checks the libraries that the layer needs, with one finding for each. Linux libraries share one
// finding.
func (r *report) needed(o *elf.Object, opt Options) {
	var linux []string
	for _, lib := range slices.Compact(slices.Sorted(slices.Values(o.Needed))) {
		known, public := rules.FindLibrary(lib)
		switch {
		case r.beside != nil && r.beside(lib):
		case lib == "libc++_shared.so":
			r.add("needed-cxx", "the layer needs "+lib)
		case host(lib):
			linux = append(linux, lib)
		case !public:
			r.add("needed-private", "the layer needs "+short(lib))
		case known.API > opt.api():
			r.add("needed-newer", fmt.Sprintf("the layer needs %s, which only devices with API level %d or higher have; the layer is checked for API level %d (--android-api)", lib, known.API, opt.api()))
		}
	}
	if len(linux) > 0 {
		r.add("needed-host", "the layer needs "+some(linux))
	}
}

// level compares the API level of the NDK build with the requested one.
func (r *report) level(o *elf.Object, opt Options) {
	if o.AndroidAPI > opt.api() {
		r.add("built-for-newer", fmt.Sprintf("the layer was built for API level %d, but it is checked for API level %d (--android-api)", o.AndroidAPI, opt.api()))
	}
}

// name checks the file name.
func (r *report) name(base string) {
	if strings.Contains(base, ":") {
		r.add("name-colon", fmt.Sprintf("the file name %q contains a colon", short(base)))
	}
	if !isLibrary(base) {
		r.add("lib-name", fmt.Sprintf("the file name %q does not have the form lib*.so", short(base)))
	}
	if _, found := rules.FindLibrary(base); found {
		r.add("system-name", fmt.Sprintf("the file name %q is that of a system library of Android", base))
	}
}

// isLibrary reports whether Android extracts a file of this name.
func isLibrary(base string) bool {
	return strings.HasPrefix(base, "lib") && strings.HasSuffix(base, ".so")
}

func (r *report) soname(base string, o *elf.Object) {
	switch o.Soname {
	case base:
	case "":
		r.add("soname-missing", "the library has no soname")
	default:
		r.add("soname-other", fmt.Sprintf("the soname is %q, but the file name is %q", short(o.Soname), short(base)))
		if _, found := rules.FindLibrary(o.Soname); found {
			r.add("system-name", fmt.Sprintf("the soname %q is that of a system library of Android", o.Soname))
		}
	}
}
