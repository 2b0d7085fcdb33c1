// Package glesdriver selects the OpenGL ES driver that tests run programs over: Mesa, or the driver in the directory that the
// environment variable TEST_DRIVER names, which is ANGLE over SwiftShader.
package glesdriver

import (
	"os"
	"slices"
	"strings"
)

// Dir returns the directory of the driver, or "" for Mesa.
func Dir() string { return os.Getenv("TEST_DRIVER") }

// Env returns the environment of a program that draws in software and without a screen.
func Env() []string {
	if Dir() == "" {
		return []string{"EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}
	}
	return []string{"ANGLE_DEFAULT_PLATFORM=swiftshader"}
}

// Versions returns the versions of OpenGL ES that the driver supports, of a list such as "20", "32" or "2.0", "3.2".
func Versions(list ...string) []string {
	newest := "32"
	if Dir() != "" {
		newest = "31"
	}
	return slices.DeleteFunc(list, func(v string) bool { return strings.ReplaceAll(v, ".", "") > newest })
}
