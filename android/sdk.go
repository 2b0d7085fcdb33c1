package android

import (
	"os"
	"path/filepath"
	"strings"
)

// SDK is what there is of the Android SDK, and of Java, which it needs.
type SDK struct {
	getenv   func(string) string
	lookPath func(string) (string, error)
}

// FindSDK looks where the variables of the environment and the PATH lead; lookPath is exec.LookPath.
func FindSDK(getenv func(string) string, lookPath func(string) (string, error)) *SDK {
	return &SDK{getenv, lookPath}
}

// Missing is the error for a tool that was not found. What to do about it stands in the table of doctor.
type Missing struct {
	Tool   string // the first of its names
	Names  []string
	Looked string // where
}

func (e *Missing) Error() string {
	return strings.Join(e.Names, " or ") + ": not found, neither " + e.Looked
}

// Tool finds the first program that is there, of several names for what does the same: in the newest build-tools of
// $ANDROID_HOME or $ANDROID_SDK_ROOT, in $JAVA_HOME/bin, on the PATH.
func (s *SDK) Tool(names ...string) (string, error) {
	for _, name := range names {
		for _, dir := range s.dirs() {
			if path, err := s.lookPath(filepath.Join(dir, name)); err == nil {
				return path, nil
			}
		}
		if path, err := s.lookPath(name); err == nil {
			return path, nil
		}
	}
	return "", &Missing{names[0], names, "in $ANDROID_HOME/build-tools, $JAVA_HOME/bin nor on the PATH"}
}

// dirs are the folders of programs.
func (s *SDK) dirs() []string {
	var dirs []string
	for _, home := range s.homes() {
		if tools := newestFolder(filepath.Join(home, "build-tools")); tools != "" {
			dirs = append(dirs, tools)
		}
	}
	if java := s.getenv("JAVA_HOME"); java != "" {
		dirs = append(dirs, filepath.Join(java, "bin"))
	}
	return dirs
}

// homes are where an SDK may be; ANDROID_SDK_ROOT is the older name.
func (s *SDK) homes() []string {
	var homes []string
	for _, name := range []string{"ANDROID_HOME", "ANDROID_SDK_ROOT"} {
		if home := s.getenv(name); home != "" {
			homes = append(homes, home)
		}
	}
	return homes
}

// platformName is what Platform finds, as doctor calls it.
const platformName = "android.jar"

// debianPlatform is Android 10's, as a package of Debian has it.
const debianPlatform = "/usr/share/android-framework-res/framework-res.apk"

// Platform is the file that aapt2 knows Android's attributes from: android.jar of the newest platform, or what Debian has
// in its place.
func (s *SDK) Platform() (string, error) {
	var files []string
	for _, home := range s.homes() {
		if platform := newestFolder(filepath.Join(home, "platforms")); platform != "" {
			files = append(files, filepath.Join(platform, platformName))
		}
	}
	for _, file := range append(files, debianPlatform) {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file, nil
		}
	}
	return "", &Missing{platformName, []string{platformName}, "in $ANDROID_HOME/platforms nor in Debian's android-framework-res"}
}
