package android

import (
	"os"
	"path/filepath"
	"strings"
)

// SDK is the installed part of the Android SDK and of Java, which it needs.
type SDK struct {
	getenv   func(string) string
	lookPath func(string) (string, error)
}

// FindSDK returns an SDK that searches the directories of the environment variables and PATH. lookPath is
// exec.LookPath.
func FindSDK(getenv func(string) string, lookPath func(string) (string, error)) *SDK {
	return &SDK{getenv, lookPath}
}

// Missing is the error for a tool that was not found. The table of doctor has the advice for it.
type Missing struct {
	Tool   string // the first of Names
	Names  []string
	Looked string // the searched places
}

func (e *Missing) Error() string {
	return strings.Join(e.Names, " or ") + ": not found in " + e.Looked
}

// Tool returns the path of the first program found. The names are alternatives, in order of preference. Tool
// searches the newest build-tools of $ANDROID_HOME or $ANDROID_SDK_ROOT, then $JAVA_HOME/bin, then PATH. It
// fails with a *Missing.
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
	return "", &Missing{names[0], names, "$ANDROID_HOME/build-tools, $JAVA_HOME/bin or PATH"}
}

// dirs returns the program directories of the SDK and Java.
func (s *SDK) dirs() []string {
	var dirs []string
	for _, home := range s.homes() {
		if tools := newestDir(filepath.Join(home, "build-tools")); tools != "" {
			dirs = append(dirs, tools)
		}
	}
	if java := s.getenv("JAVA_HOME"); java != "" {
		dirs = append(dirs, filepath.Join(java, "bin"))
	}
	return dirs
}

// homes returns the SDK directories that the environment names; ANDROID_SDK_ROOT is the older variable.
func (s *SDK) homes() []string {
	var homes []string
	for _, name := range []string{"ANDROID_HOME", "ANDROID_SDK_ROOT"} {
		if home := s.getenv(name); home != "" {
			homes = append(homes, home)
		}
	}
	return homes
}

// platformName is the tool name in Missing for Platform; doctor uses the same name.
const platformName = "android.jar"

// debianPlatform is the platform of Android 10 in Debian's package.
const debianPlatform = "/usr/share/android-framework-res/framework-res.apk"

// Platform returns the file from which aapt2 reads Android's attributes: android.jar of the newest platform,
// or Debian's equivalent. It fails with a *Missing.
func (s *SDK) Platform() (string, error) {
	var files []string
	for _, home := range s.homes() {
		if platform := newestDir(filepath.Join(home, "platforms")); platform != "" {
			files = append(files, filepath.Join(platform, platformName))
		}
	}
	for _, file := range append(files, debianPlatform) {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file, nil
		}
	}
	return "", &Missing{platformName, []string{platformName}, "$ANDROID_HOME/platforms or in Debian's package android-framework-res"}
}
