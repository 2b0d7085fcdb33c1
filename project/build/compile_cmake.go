package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/project"
)

// sourcesFile is there in projects that CMake builds, and in no other. They need no Go.
const sourcesFile = "zz_generated_sources.cmake"

// compileCMake makes the layer by CMake, with the project's own CMakeLists.txt. As in compileC, the project stands in a
// link among the temporary files; for a debugger, in its own place.
func (b *building) compileCMake(ctx context.Context, whole string, strip bool) error {
	source, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	if !b.target.Debug {
		if err := os.Symlink(source, b.linked()); err != nil {
			return err
		}
		source = b.linked()
	}
	args, err := b.configuration(source, strip)
	if err != nil {
		return err
	}
	tree := filepath.Join(b.work, "cmake")
	if err := b.cmake(ctx, append(args, "-B", tree)...); err != nil {
		return err
	}
	if err := b.cmake(ctx, "--build", tree, "--target", "layer", "--parallel", strconv.Itoa(runtime.GOMAXPROCS(0))); err != nil {
		return err
	}
	made, err := os.ReadFile(filepath.Join(b.work, "lib"+b.name+".so"))
	if err != nil {
		return &project.Error{What: "CMake made no lib" + b.name + ".so", Why: fsx.Reason(err),
			Advice: "CMakeLists.txt has to call the target of the layer layer, and its output " + b.name}
	}
	return os.WriteFile(whole, made, 0o777)
}

// configuration are the arguments of the run of CMake that reads CMakeLists.txt.
func (b *building) configuration(source string, strip bool) ([]string, error) {
	flags, err := b.flagsFile(strip)
	if err != nil {
		return nil, err
	}
	kind := "RelWithDebInfo"
	if b.target.Debug {
		kind = "Debug"
	}
	generator := "Unix Makefiles"
	if _, err := exec.LookPath("make"); err != nil {
		generator = "Ninja"
	}
	args := []string{"-S", source, "-G", generator, "--no-warn-unused-cli", "-DCMAKE_BUILD_TYPE=" + kind, "-DBUILD_TESTING=OFF",
		"-DCMAKE_RULE_MESSAGES=OFF", "-DCMAKE_TARGET_MESSAGES=OFF", "-DCMAKE_LIBRARY_OUTPUT_DIRECTORY=" + b.work, "-DCMAKE_PROJECT_INCLUDE=" + flags}
	if b.target.NDK == "" {
		return args, nil
	}
	toolchain := filepath.Join(b.target.NDK, "build", "cmake", "android.toolchain.cmake")
	if _, err := os.Stat(toolchain); err != nil {
		return nil, &project.Error{What: "the NDK at " + b.target.NDK, Why: "it has no build/cmake/android.toolchain.cmake: not complete",
			Advice: "install NDK r26 or newer and set ANDROID_NDK_HOME to its folder"}
	}
	return append(args, "-DCMAKE_TOOLCHAIN_FILE="+toolchain, "-DANDROID_ABI="+b.target.Name,
		fmt.Sprintf("-DANDROID_PLATFORM=android-%d", gen.MinAPI)), nil
}

// flagsFile is read by CMake when it knows its compilers. It adds to their flags, and so leaves the toolchain's alone: paths of
// this machine stay out of the layer, and the build id is a hash of all of it.
func (b *building) flagsFile(strip bool) (path string, err error) {
	text := "add_link_options(-Wl,--build-id=sha1)\n"
	if strip {
		text += "add_link_options(-s)\n"
	}
	if !b.target.Debug {
		flags := fmt.Sprintf("[==[-ffile-prefix-map=%s=.]==] -frandom-seed=layer", filepath.ToSlash(b.work)) // as it is, whatever is in it
		text += "add_compile_options(" + flags + ")\nadd_link_options(" + flags + ")\n"                      // the linker has gcc compile, too
	}
	path = filepath.Join(b.work, "flags.cmake")
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// cmake runs CMake. What it says of a run that succeeds is of no use, but for warnings. These name files where the project
// really stands.
func (b *building) cmake(ctx context.Context, args ...string) error {
	cmd := b.command(ctx, "cmake", args...)
	var progress, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &progress, &faults
	if cxx := cxxOf(b.variable("CC")); cxx != "" && b.variable("CXX") == "" {
		cmd.Env = append(slices.Clone(b.env), "CXX="+cxx)
	}
	err := RunGroup(cmd)
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build for " + b.target.Name, Why: "there is no cmake command on the PATH", Advice: "gleslayergen doctor build tells how to get it"}
	}
	said := faults.Bytes()
	if err != nil {
		said = append(progress.Bytes(), said...)
		err = buildError(b.target, err)
	}
	_, _ = b.out.Write(bytes.ReplaceAll(said, []byte(b.linked()), []byte(b.root)))
	return err
}

// linked is the link to the project.
func (b *building) linked() string { return filepath.Join(b.work, "project") }

// ccForm finds the name of a C compiler in a command: at its end, before a version and arguments.
var ccForm = lazyregexp.New(`^(\S*?)(gcc|clang|cc)((?:-[0-9.]+)?(?:\.exe)?(?:\s.*)?)$`)

// cxxOf is the C++ compiler that goes with a C compiler, or "" where that cannot be told.
func cxxOf(cc string) string {
	m := ccForm.FindStringSubmatch(cc)
	if m == nil {
		return ""
	}
	return m[1] + map[string]string{"gcc": "g++", "clang": "clang++", "cc": "c++"}[m[2]] + m[3]
}
