package build

import "github.com/gleslayergen/gleslayergen/project"

// CC returns the C compiler of a target for devices, and its arguments.
func (t Target) CC() []string {
	b := building{env: t.Env}
	return splitCommand(b.variable("CC"))
}

// needNDK returns an error if the target has no NDK and the project is not in C alone.
func (b *building) needNDK() error {
	var what string
	switch {
	case b.target.Sysroot == "":
		return nil
	case len(b.commands) > 0:
		what = "a template pack with its own commands builds the project"
	case b.has(sourcesFile):
		what = "the project is in C++"
	case b.has(dispatchFile):
		what = "the project has hooks in Go"
	default:
		return nil
	}
	return &project.Error{What: "no Android NDK", Why: what + ", and clang alone builds only layers in C",
		Advice: "install NDK r26 or newer from https://developer.android.com/ndk/downloads and set ANDROID_NDK_HOME to its directory"}
}
