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

// sourcesFile exists only in projects that are built with CMake. They do not need Go.
const sourcesFile = "zz_generated_sources.cmake"

// compileCMake builds the layer with CMake and the project's CMakeLists.txt. As in compileC, it uses a link
// in the temporary directory; a debug build uses the real path.
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
		return &project.Error{What: "CMake did not create lib" + b.name + ".so", Why: fsx.Reason(err),
			Advice: "in CMakeLists.txt, name the target of the layer \"layer\", and set the property OUTPUT_NAME of this target to \"" + b.name + "\""}
	}
	return os.WriteFile(whole, made, 0o777)
}

// configuration returns the arguments that configure the CMake build.
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
	toolchain, err := b.toolchain()
	if toolchain == "" || err != nil {
		return args, err
	}
	return append(args, "-DCMAKE_TOOLCHAIN_FILE="+toolchain, "-DANDROID_ABI="+b.target.Name,
		fmt.Sprintf("-DANDROID_PLATFORM=android-%d", gen.MinAPI)), nil
}

// toolchain returns CMake's toolchain file for a device, or "" for this machine.
func (b *building) toolchain() (string, error) {
	if b.target.NDK == "" {
		return b.target.Toolchain, nil
	}
	path := filepath.Join(b.target.NDK, "build", "cmake", "android.toolchain.cmake")
	if _, err := os.Stat(path); err != nil {
		return "", &project.Error{What: "the NDK at " + b.target.NDK, Why: "the file build/cmake/android.toolchain.cmake is missing",
			Advice: "install NDK r26 or newer and set ANDROID_NDK_HOME to its directory"}
	}
	return path, nil
}

// flagsFile writes a file that CMake includes in the project command. It adds to the flags of the toolchain
// file: paths of this machine do not become part of the layer, and the build ID is a hash of its whole
// content.
func (b *building) flagsFile(strip bool) (path string, err error) {
	text := "add_link_options(-Wl,--build-id=sha1)\n"
	if strip {
		text += "add_link_options(-s)\n"
	}
	if !b.target.Debug {
		flags := fmt.Sprintf("[==[-ffile-prefix-map=%s=.]==] -frandom-seed=layer", filepath.ToSlash(b.work)) // a bracket argument: CMake does not expand it
		text += "add_compile_options(" + flags + ")\nadd_link_options(" + flags + ")\n"                      // with LTO, the linker compiles
	}
	path = filepath.Join(b.work, "flags.cmake")
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// cmake runs CMake. It prints the output only after an error, and warnings always, with the real path of the
// project.
func (b *building) cmake(ctx context.Context, args ...string) error {
	cmd := b.command(ctx, "cmake", args...)
	var progress, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &progress, &faults
	if cxx := cxxOf(b.variable("CC")); cxx != "" && b.variable("CXX") == "" {
		cmd.Env = append(slices.Clone(b.env), "CXX="+cxx)
	}
	err := RunGroup(cmd)
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build for " + b.target.platform(), Why: "no cmake command in PATH", Advice: "to see how to install it: gleslayergen doctor build"}
	}
	output := faults.Bytes()
	if err != nil {
		output = append(progress.Bytes(), output...)
		err = b.withoutNDK(output, buildError(b.target, err))
	}
	_, _ = b.out.Write(bytes.ReplaceAll(output, []byte(b.linked()), []byte(b.root)))
	return err
}

// linked returns the path of the link to the project.
func (b *building) linked() string { return filepath.Join(b.work, "project") }

// ccForm matches the name of a C compiler at the end of a path, before a version and arguments.
var ccForm = lazyregexp.New(`^(\S*?)(gcc|clang|cc)((?:-[0-9.]+)?(?:\.exe)?(?:\s.*)?)$`)

// cxxOf returns the C++ compiler that belongs to a C compiler, or "" if it is unknown.
func cxxOf(cc string) string {
	m := ccForm.FindStringSubmatch(cc)
	if m == nil {
		return ""
	}
	return m[1] + map[string]string{"gcc": "g++", "clang": "clang++", "cc": "c++"}[m[2]] + m[3]
}
