package build

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/project"
)

// CC returns the C compiler of a target for devices, and its arguments.
func (t Target) CC() []string {
	b := building{env: t.Env}
	return splitCommand(b.variable("CC"))
}

const installNDK = "install NDK r26 or newer from https://developer.android.com/ndk/downloads and set ANDROID_NDK_HOME to its directory"

// checkCompiler returns an error if the target has no NDK and clang alone cannot build the project.
func (b *building) checkCompiler() error {
	var what string
	switch {
	case b.target.Sysroot == "":
		return nil
	case len(b.commands) > 0:
		what = "a template pack with its own commands builds the project"
	case b.has(sourcesFile) && b.target.Toolchain == "":
		return &project.Error{What: "no headers of the C++ standard library", Why: "clang has no directory include/c++/v1, and ANDROID_NDK_HOME is not set",
			Advice: "install the package libc++-dev (for clang-19, libc++-19-dev), or " + installNDK}
	case b.has(sourcesFile):
		return nil
	case b.has(dispatchFile):
		what = "the project has hooks in Go"
	default:
		return nil
	}
	return &project.Error{What: "no Android NDK", Why: what + ", and clang alone builds only layers in C and C++", Advice: installNDK}
}

// lacking are the messages of clang and its linker about what C++ lacks without the NDK.
var lacking = []struct {
	form *lazyregexp.Regexp
	why  string
}{
	{lazyregexp.New(`"<([^>"]+)> needs the compiled C\+\+ library`), "<$1> needs the compiled C++ library of the NDK"},
	{lazyregexp.New(`undefined symbol: ((?:vtable for |typeinfo for |VTT for )?(?:std::|__cxa_|__gxx_)[^\n]*)`), "$1 is in the compiled C++ library of the NDK"},
	{lazyregexp.New(`with exceptions disabled`), "without the NDK, C++ has no exceptions"},
	{lazyregexp.New(`requires -frtti`), "without the NDK, C++ has no type information"},
}

// withoutNDK returns an error with the reason, if the output of a build for a device without the NDK has one.
func (b *building) withoutNDK(output []byte, err error) error {
	if b.target.Toolchain == "" {
		return err
	}
	for _, l := range lacking {
		if found := l.form.FindString(string(output)); found != "" {
			return &project.Error{What: "the build for " + b.target.platform() + " failed", Why: strings.ReplaceAll(l.form.ReplaceAllString(found, l.why), "std::__1::", "std::"),
				Advice: "use what docs/hooks-c.md lists, or " + installNDK}
		}
	}
	return err
}
