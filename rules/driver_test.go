package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// driverCase is a device and the driver that its loader opens. The fields vendor and system list the files of
// the two 64-bit directories; a property is NAME=VALUE, a setting @NAME=VALUE, a list of the system #NAME=VALUE, a flag ?NAME=VALUE.
type driverCase struct {
	name, release  string
	given          string // those, and facts without a value
	vendor, system string
	want           string // source, suffix, files and outcome
}

const (
	hardware, platform, persist = "ro.hardware.egl=hw ", "ro.board.platform=board ", "persist.graphics.egl=own "
	angleFor                    = "app @angle_gl_driver_selection_pkgs=x,a.b @angle_gl_driver_selection_values=native,"
	updatable                   = "app ro.gfx.driver.0=drv.pkg ro.hardware.egl=hw "
	allowed                     = "?android.os.enable_angle_allow_list"
	denied                      = "?android.os.enable_angle_deny_list"
)

const angleFiles = "angle libEGL_angle.so libGLESv1_CM_angle.so libGLESv2_angle.so"

var driverCases = []driverCase{
	{"one for all", "10", hardware, "libGLES_hw.so libEGL_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "15", hardware, "libGLES_hw.so libEGL_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "14", hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "14qpr3", hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "16qpr2", hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"the set", "13", hardware, "libEGL_hw.so libGLESv1_CM_hw.so libGLESv2_hw.so", "",
		"ro.hardware.egl hw /vendor/lib64/egl/libEGL_hw.so /vendor/lib64/egl/libGLESv1_CM_hw.so /vendor/lib64/egl/libGLESv2_hw.so"},
	{"the set, 32 bit", "16qpr2", "32 " + hardware, "libEGL_hw.so libGLESv2_hw.so", "",
		"ro.hardware.egl hw /vendor/lib/egl/libEGL_hw.so /vendor/lib/egl/libGLESv2_hw.so"},
	{"the set without EGL", "16", hardware, "libGLESv1_CM_hw.so libGLESv2_hw.so", "", "abort"},
	{"in the system's folder", "13", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "10", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "14", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "14qpr1", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "14qpr3", hardware, "", "libGLES_hw.so", "abort"},
	{"in the system's folder", "15", hardware, "", "libGLES_hw.so", "abort"},
	{"for all in system, the set in vendor", "12", hardware, "libEGL_hw.so", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},

	{"by platform", "10", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "13", hardware + platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "14", hardware + platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "14qpr1", hardware + platform, "libGLES_board.so", "", "abort"},
	{"by platform", "14qpr3", hardware + platform, "libGLES_board.so", "", "abort"},
	{"by platform alone", "14qpr1", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform alone", "14qpr3", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "15", hardware + platform, "libGLES_board.so", "", "abort"},
	{"by platform alone", "15", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform alone", "16qpr2", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"persist", "13", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"persist", "14", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"persist, not there", "14", persist + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"persist", "14qpr3", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"persist, not there", "14qpr1", persist + hardware, "libGLES_hw.so", "", "abort"},
	{"persist, not there", "14qpr3", persist + hardware, "libGLES_hw.so", "", "abort"},
	{"persist", "15", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"persist, not there", "15", persist + hardware, "libGLES_hw.so", "", "abort"},
	{"persist", "16qpr2", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},

	{"exact", "10", "", "libGLES.so libGLES_x.so", "", "exact /vendor/lib64/egl/libGLES.so"},
	{"exact", "16qpr2", hardware, "libEGL.so libGLESv2.so", "", "exact /vendor/lib64/egl/libEGL.so /vendor/lib64/egl/libGLESv2.so"},
	{"any", "10", "", "libGLES_android.so libGLES_b.so libGLES_a.so x.so", "", "wildcard /vendor/lib64/egl/libGLES_b.so, or /vendor/lib64/egl/libGLES_a.so"},
	{"any of the set", "13", platform, "libEGL_a.so libGLESv2_a.so", "", "wildcard /vendor/lib64/egl/libEGL_a.so /vendor/lib64/egl/libGLESv2_a.so"},
	{"any, software only", "13", "", "libGLES_android.so", "", "abort"},
	{"any after ro.hardware.egl", "10", hardware, "libGLES_a.so", "", "abort"},
	{"any after ro.hardware.egl", "13", hardware, "libGLES_a.so", "", "abort"},
	{"any after ro.hardware.egl", "14", hardware, "libGLES_a.so", "", "abort"},
	{"any, vendor of 14", "13", "ro.vendor.api_level=34", "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any, vendor of 14", "14", "ro.vendor.api_level=34", "libGLES_a.so", "", "abort"},
	{"any, vendor of 13", "14", "ro.vendor.api_level=33", "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any, vendor of 13", "16qpr2", "ro.vendor.api_level=33", "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any after the platform", "14", platform, "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any after the platform", "14qpr3", platform, "libGLES_a.so", "", "abort"},
	{"any after the platform", "16", platform, "libGLES_a.so", "", "abort"},
	{"nothing", "16qpr2", "", "", "", "abort"},

	{"APEX", "16qpr2", "ro.egl.apex=com.drv " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /apex/com.drv/lib64/egl/libGLES_hw.so"},
	{"APEX", "16qpr1", "ro.egl.apex=com.drv " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE of the system", "16qpr2", "persist.graphics.egl=angle", "libEGL_angle.so", "libEGL_angle.so", "persist.graphics.egl angle /system/lib64/libEGL_angle.so"},
	{"ANGLE of the system", "15", "ro.hardware.egl=angle", "libEGL_angle.so", "libEGL_angle.so", "ro.hardware.egl angle /system/lib64/libEGL_angle.so"},
	{"ANGLE of the system", "14qpr3", "ro.hardware.egl=angle", "libEGL_angle.so", "libEGL_angle.so", "ro.hardware.egl angle /system/lib64/libEGL_angle.so"},
	{"ANGLE of the vendor", "14", "ro.hardware.egl=angle", "libEGL_angle.so", "", "ro.hardware.egl angle /vendor/lib64/egl/libEGL_angle.so"},

	{"ANGLE for all", "10", "app package @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for all", "14", "app package @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for all", "14qpr1", "app package @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for all", "16qpr2", "app package @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for all, no package", "10", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE for all, no package", "14", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE for all, of the system", "14qpr1", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "angle /system/lib64/egl/libEGL_angle.so /system/lib64/egl/libGLESv2_angle.so"},
	{"ANGLE for all, none", "14qpr1", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "abort"},
	{"ANGLE for all, of the system", "14qpr3", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "angle /system/lib64/libEGL_angle.so /system/lib64/libGLESv2_angle.so"},
	{"ANGLE for all, of the system", "16qpr2", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "angle /system/lib64/libEGL_angle.so /system/lib64/libGLESv2_angle.so"},
	{"ANGLE for all, none", "14qpr3", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "abort"},
	{"ANGLE for all, none", "16qpr2", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "abort"},
	{"ANGLE for all, two packages", "16qpr2", "app package package2 @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "angle /system/lib64/libEGL_angle.so /system/lib64/libGLESv2_angle.so"},
	{"ANGLE for all, no app", "16qpr2", "package @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE for all, no app", "10", "package @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE for this app", "10", "package " + angleFor + "angle " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for this app", "14qpr1", "package " + angleFor + "angle " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for this app", "16qpr2", "package " + angleFor + "angle " + hardware, "libGLES_hw.so", "", angleFiles},
	{"a debug package", "10", "debuggable @angle_debug_package=d.p " + angleFor + "angle " + hardware, "libGLES_hw.so", "", angleFiles},
	{"a debug package, release app", "10", "@angle_debug_package=d.p " + angleFor + "angle " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"a debug package", "16qpr2", "debuggable @angle_debug_package=d.p " + angleFor + "angle " + hardware, "libGLES_hw.so", "", angleFiles},
	{"a debug package, release app", "16qpr2", "@angle_debug_package=d.p " + angleFor + "angle " + hardware, "libGLES_hw.so", "libEGL_angle.so libGLESv2_angle.so", "angle /system/lib64/libEGL_angle.so /system/lib64/libGLESv2_angle.so"},
	{"a debug package, not installed", "10", "debuggable package @angle_debug_package=no.such " + angleFor + "angle " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"lists of two lengths", "16", angleFor + "angle,angle " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"lists of two lengths, and allowed", "16", angleFor + "angle,angle " + allowed + "=1 #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed", "16", "app package " + allowed + "=1 #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", angleFiles},
	{"allowed, flag off", "16", "app package " + allowed + "=0 #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed, flag unknown", "16", "app package #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so, doubts 1"},
	{"lists of two lengths, and allowed", "16qpr1", angleFor + "angle,angle " + allowed + "=1 #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed", "16qpr1", "app package " + allowed + "=1 #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", angleFiles},
	{"allowed, flag off", "16qpr1", "app package " + allowed + "=0 #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed, flag unknown", "16qpr1", "app package #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so, doubts 1"},
	{"lists of two lengths", "15", angleFor + "angle,angle " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"lists of two lengths, and allowed", "16qpr2", angleFor + "angle,angle #config_angleAllowList=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"lists of two lengths, and a game mode", "14", "package gamemode " + angleFor + "angle,angle " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so, doubts 1"},
	{"allowed", "16qpr2", "app package #config_angleAllowList=x,a.b " + hardware, "libGLES_hw.so", "", angleFiles},
	{"another app allowed", "16qpr2", "app package #config_angleAllowList=x " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"a game mode", "13", "app package gamemode " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so, doubts 1"},
	{"a game mode", "14qpr1", "app package gamemode " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so, doubts 1"},
	{"native, and a game mode", "13", "package gamemode " + angleFor + "native " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "14qpr1", angleFor + "native " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "10", angleFor + "native " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"a game mode", "12", "app package gamemode " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"denied", "16qpr2", "app " + denied + "=1 #config_angleDenyList=a.b " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"denied, flag off", "16qpr2", "app " + denied + "=0 #config_angleDenyList=a.b " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"denied", "16qpr2", "app " + denied + "=1 #config_angleGlobalDenyList=a.b " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"denied, flag off", "16qpr2", "app " + denied + "=0 #config_angleGlobalDenyList=a.b " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"denied", "16qpr2", "app " + denied + "=1 ?android.provider.flags.angle_dynamic_denylist=1 @angle_dynamic_denylist=a.b " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"denied, flag off", "16qpr2", "app " + denied + "=0 ?android.provider.flags.angle_dynamic_denylist=1 @angle_dynamic_denylist=a.b " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"a game", "16qpr2", "app package game " + denied + "=1 ?android.os.enable_angle_for_games=1 ro.vendor.api_level=202604 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"a game, low memory", "16qpr2", "app package game ro.config.low_ram=true " + denied + "=1 ?android.os.enable_angle_for_games=1 ro.vendor.api_level=202604 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"a game, old vendor", "16qpr2", "app package game " + denied + "=1 ?android.os.enable_angle_for_games=1 ro.vendor.api_level=202504 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"no game", "16qpr2", "app package " + denied + "=1 ?android.os.enable_angle_for_games=1 ro.vendor.api_level=202604 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"asks for ANGLE", "16qpr2", "app package prefers ro.build.version.sdk=37 ro.vendor.api_level=202604 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"asks for ANGLE, 16", "16qpr2", "app package prefers ro.build.version.sdk=36 ro.vendor.api_level=202604 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"the device's driver, ANGLE of a package", "14qpr3", "app package ro.hardware.egl=angle", "", "libEGL_angle.so libGLESv2_angle.so", angleFiles},
	{"the device's driver, ANGLE of a package", "16qpr1", "app package ro.hardware.egl=angle", "", "libEGL_angle.so libGLESv2_angle.so", angleFiles},
	{"the device's driver, ANGLE of a package", "16qpr2", "app package ro.hardware.egl=angle", "", "libEGL_angle.so libGLESv2_angle.so", angleFiles},
	{"the device's driver", "14", "app package ro.hardware.egl=angle", "libEGL_angle.so", "", "ro.hardware.egl angle /vendor/lib64/egl/libEGL_angle.so"},
	{"the device's driver, ANGLE of a package", "14qpr1", "app package ro.hardware.egl=angle", "", "libEGL_angle.so libGLESv2_angle.so", angleFiles},
	{"the device's driver, own by persist", "16qpr2", "app package ro.hardware.egl=angle " + persist, "libGLES_own.so", "libEGL_angle.so libGLESv2_angle.so", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"the device's driver, native", "16qpr2", "package ro.hardware.egl=angle " + persist + angleFor + "native", "libGLES_own.so", "libEGL_angle.so libGLESv2_angle.so", angleFiles},
	{"ANGLE by persist", "16qpr2", "app package persist.graphics.egl=angle", "", "libEGL_angle.so libGLESv2_angle.so", angleFiles},
	{"native", "16qpr2", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "15", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "14qpr3", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "14", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"native, not set", "16", angleFor + "native " + platform, "libGLES_board.so", "", "abort"},
	{"native", "14qpr1", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native, not set", "14qpr1", angleFor + "native " + platform, "libGLES_board.so", "", "abort"},
	{"native, not set", "14qpr3", angleFor + "native " + platform, "libGLES_board.so", "", "abort"},
	{"native and updatable", "10", angleFor + "native @game_driver_all_apps=1 " + updatable, "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"native and updatable", "16qpr2", angleFor + "native @updatable_driver_all_apps=1 " + updatable, "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"ANGLE and updatable", "16qpr2", "package " + angleFor + "angle @updatable_driver_all_apps=1 " + updatable, "libGLES_hw.so", "", angleFiles},
	{"updatable, no app", "16qpr2", "ro.gfx.driver.0=drv.pkg @updatable_driver_all_apps=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"updatable, no app", "10", "ro.gfx.driver.0=drv.pkg @game_driver_all_apps=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"updatable, none", "16", "app @updatable_driver_all_apps=1 @updatable_driver_production_opt_in_apps=a.b " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"updatable, not installed", "16", "app ro.gfx.driver.0=no.such @updatable_driver_all_apps=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"updatable for all", "10", updatable + "@game_driver_all_apps=1", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for a system app", "10", updatable + "system @game_driver_all_apps=1", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all, although out", "10", updatable + "@game_driver_all_apps=1 @game_driver_opt_out_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all, but only a prerelease driver", "10", "app ro.hardware.egl=hw ro.gfx.driver.1=next developer @game_driver_all_apps=1 @game_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all prerelease", "10", updatable + "ro.gfx.driver.1=next developer @game_driver_all_apps=2", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all prerelease, not a developer", "10", updatable + "ro.gfx.driver.1=next @game_driver_all_apps=2 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all prerelease, none", "10", updatable + "developer @game_driver_all_apps=2 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"off", "10", updatable + "@game_driver_all_apps=3 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in", "10", updatable + "@game_driver_opt_in_apps=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"in and out", "10", updatable + "@game_driver_opt_in_apps=a.b @game_driver_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease", "10", updatable + "ro.gfx.driver.1=next debuggable @game_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"prerelease, none", "10", updatable + "debuggable @game_driver_prerelease_opt_in_apps=a.b @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease, not a developer", "10", updatable + "ro.gfx.driver.1=next @game_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"allowed", "10", updatable + "@game_driver_whitelist=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all allowed", "10", updatable + "@game_driver_whitelist=*", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"allowed and denied", "10", updatable + "@game_driver_whitelist=* @game_driver_blacklist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in and denied", "10", updatable + "@game_driver_opt_in_apps=a.b @game_driver_blacklist=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for all", "11", updatable + "@game_driver_all_apps=1", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for a system app", "11", updatable + "system @game_driver_all_apps=1", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all, although out", "11", updatable + "@game_driver_all_apps=1 @game_driver_opt_out_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all prerelease", "11", updatable + "ro.gfx.driver.1=next developer @game_driver_all_apps=2", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all prerelease, not a developer", "11", updatable + "ro.gfx.driver.1=next @game_driver_all_apps=2 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all prerelease, none", "11", updatable + "developer @game_driver_all_apps=2 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"off", "11", updatable + "@game_driver_all_apps=3 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in", "11", updatable + "@game_driver_opt_in_apps=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"in and out", "11", updatable + "@game_driver_opt_in_apps=a.b @game_driver_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease", "11", updatable + "ro.gfx.driver.1=next debuggable @game_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"prerelease, none", "11", updatable + "debuggable @game_driver_prerelease_opt_in_apps=a.b @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease, not a developer", "11", updatable + "ro.gfx.driver.1=next @game_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed", "11", updatable + "@game_driver_whitelist=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all allowed", "11", updatable + "@game_driver_whitelist=*", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"allowed and denied", "11", updatable + "@game_driver_whitelist=* @game_driver_blacklist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in and denied", "11", updatable + "@game_driver_opt_in_apps=a.b @game_driver_blacklist=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for all", "12", updatable + "@updatable_driver_all_apps=1", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for a system app", "12", updatable + "system @updatable_driver_all_apps=1", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all, although out", "12", updatable + "@updatable_driver_all_apps=1 @updatable_driver_production_opt_out_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all, but only a prerelease driver", "12", "app ro.hardware.egl=hw ro.gfx.driver.1=next developer @updatable_driver_all_apps=1 @updatable_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all prerelease", "12", updatable + "ro.gfx.driver.1=next developer @updatable_driver_all_apps=2", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all prerelease, not a developer", "12", updatable + "ro.gfx.driver.1=next @updatable_driver_all_apps=2 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all prerelease, none", "12", updatable + "developer @updatable_driver_all_apps=2 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"off", "12", updatable + "@updatable_driver_all_apps=3 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in", "12", updatable + "@updatable_driver_production_opt_in_apps=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"in and out", "12", updatable + "@updatable_driver_production_opt_in_apps=a.b @updatable_driver_production_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease", "12", updatable + "ro.gfx.driver.1=next debuggable @updatable_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"prerelease, none", "12", updatable + "debuggable @updatable_driver_prerelease_opt_in_apps=a.b @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease, not a developer", "12", updatable + "ro.gfx.driver.1=next @updatable_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed", "12", updatable + "@updatable_driver_production_allowlist=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all allowed", "12", updatable + "@updatable_driver_production_allowlist=*", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"allowed and denied", "12", updatable + "@updatable_driver_production_allowlist=* @updatable_driver_production_denylist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in and denied", "12", updatable + "@updatable_driver_production_opt_in_apps=a.b @updatable_driver_production_denylist=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for all", "16qpr2", updatable + "@updatable_driver_all_apps=1", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"updatable for a system app", "16qpr2", updatable + "system @updatable_driver_all_apps=1", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all, although out", "16qpr2", updatable + "@updatable_driver_all_apps=1 @updatable_driver_production_opt_out_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all, but only a prerelease driver", "16qpr2", "app ro.hardware.egl=hw ro.gfx.driver.1=next developer @updatable_driver_all_apps=1 @updatable_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all prerelease", "16qpr2", updatable + "ro.gfx.driver.1=next developer @updatable_driver_all_apps=2", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all prerelease, not a developer", "16qpr2", updatable + "ro.gfx.driver.1=next @updatable_driver_all_apps=2 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"all prerelease, none", "16qpr2", updatable + "developer @updatable_driver_all_apps=2 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"off", "16qpr2", updatable + "@updatable_driver_all_apps=3 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in", "16qpr2", updatable + "@updatable_driver_production_opt_in_apps=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"in and out", "16qpr2", updatable + "@updatable_driver_production_opt_in_apps=a.b @updatable_driver_production_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease", "16qpr2", updatable + "ro.gfx.driver.1=next debuggable @updatable_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"prerelease, none", "16qpr2", updatable + "debuggable @updatable_driver_prerelease_opt_in_apps=a.b @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"prerelease, not a developer", "16qpr2", updatable + "ro.gfx.driver.1=next @updatable_driver_prerelease_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"allowed", "16qpr2", updatable + "@updatable_driver_production_allowlist=x,a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"all allowed", "16qpr2", updatable + "@updatable_driver_production_allowlist=*", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"allowed and denied", "16qpr2", updatable + "@updatable_driver_production_allowlist=* @updatable_driver_production_denylist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in and denied", "16qpr2", updatable + "@updatable_driver_production_opt_in_apps=a.b @updatable_driver_production_denylist=a.b", "libGLES_hw.so", "", "updatable libGLES_hw.so"},
	{"12's name", "11", updatable + "@updatable_driver_all_apps=1", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
}

func (c driverCase) device() DriverDevice {
	d := DriverDevice{Bits: 64, Installed: map[string]bool{"drv.pkg": true, "next": true, "d.p": true}, Lists: map[string][]string{},
		Flags: map[string]bool{}, Properties: map[string]string{}, Settings: map[string]string{}, Dirs: map[string][]string{}}
	d.Release, _ = FindRelease(c.release)
	for _, word := range strings.Fields(c.given) {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case name == "": // a word such as "=x", which only the fuzz test gives
		case name[0] == '@':
			d.Settings[name[1:]] = value
		case name[0] == '#':
			d.Lists[name[1:]] = strings.Split(value, ",")
		case name[0] == '?':
			d.Flags[name[1:]] = value == "1"
		case word == "package", word == "package2":
			d.Angle = append(d.Angle, word)
		case word == "32":
			d.Bits = 32
		case name == word:
			d.App.set(word)
		default:
			d.Properties[name] = value
		}
	}
	for _, lib := range []string{"lib", "lib64"} {
		d.Dirs["/vendor/"+lib+"/egl"] = strings.Fields(c.vendor)
		d.Dirs["/apex/com.drv/"+lib+"/egl"] = strings.Fields(c.vendor)
		d.Dirs["/system/"+lib+"/egl"] = strings.Fields(c.system)
		d.Dirs["/system/"+lib] = strings.Fields(c.system)
	}
	return d
}

func (a *DriverApp) set(fact string) {
	a.Package = "a.b"
	a.Debuggable = a.Debuggable || fact == "debuggable"
	a.System = a.System || fact == "system"
	a.Developer = a.Developer || fact == "developer"
	a.Game = a.Game || fact == "game"
	a.GameMode = a.GameMode || fact == "gamemode"
	a.Prefers = a.Prefers || fact == "prefers"
}

func (c driverCase) got(rows []driverRow) string {
	got := decideDriver(rows, c.device())
	if got.Abort != "" {
		return "abort"
	}
	text := strings.Join(slices.DeleteFunc(append([]string{got.By, got.Suffix}, got.Files...), func(s string) bool { return s == "" }), " ")
	if len(got.Others) > 0 {
		text += ", or " + strings.Join(got.Others, " ")
	}
	if len(got.Doubts) > 0 {
		text += fmt.Sprintf(", doubts %d", len(got.Doubts))
	}
	return text
}

func TestDecideDriver(t *testing.T) {
	for _, c := range driverCases {
		if got := c.got(theDrivers()); got != c.want {
			t.Errorf("%s %s: %q, not %q", c.release, c.name, got, c.want)
		}
	}
}

// why returns the reasons.
func (c driverCase) why(rows []driverRow) string {
	return fmt.Sprint(decideDriver(rows, c.device()).Steps)
}

// For each row of drivers.txt except the last of a kind, a case fails if the row is removed on its first or its
// last release. For a row that requests nothing, it is enough if the reasons change.
func TestEveryDriverRowCounts(t *testing.T) {
	for i, row := range theDrivers() {
		if row.what == "-" && row.facts == nil {
			continue
		}
		first, last := int(row.releases.from), int(row.releases.to)-1
		for _, at := range slices.Compact([]int{first, last}) {
			without := slices.Clone(theDrivers())
			without[i].releases = newRange(first+1, last+1)
			if at == last {
				without[i].releases = newRange(first, last)
			}
			fails := func(c driverCase) bool {
				return c.got(without) != c.want || row.what == "-" && c.why(without) != c.why(theDrivers())
			}
			if !slices.ContainsFunc(driverCases, fails) {
				t.Errorf("%s %s (%s): no case fails without it on %s", row.kind, row.what, row.reason, allReleases()[at].ID)
			}
		}
	}
}

// A case fails if the consequence of a failed try changes.
func TestEveryDriverFailureCounts(t *testing.T) {
	for i, row := range theDrivers() {
		other := map[string]string{"next": "last", "spoils": "next", "last": "next", "abort": "next"}[row.failed]
		if other == "" || slices.Contains([]string{DriverAngle, DriverUpdatable, DriverExact, DriverWildcard}, row.what) {
			continue // the files of the first two are assumed to exist, and only the end of the list follows the others
		}
		changed := slices.Clone(theDrivers())
		changed[i].failed = other
		if !slices.ContainsFunc(driverCases, func(c driverCase) bool { return c.got(changed) != c.want }) {
			t.Errorf("%s (%s): %s may as well be %s", row.what, row.reason, row.failed, other)
		}
	}
}

// Java drops empty words at the end, but not the only word.
func TestSplitSetting(t *testing.T) {
	for value, want := range map[string][]string{"": {""}, ",,": {}, "a": {"a"}, "a,,b,,": {"a", "", "b"}, ",a": {"", "a"}} {
		if got := SplitSetting(value); !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", value, got, want)
		}
	}
}

func TestRulesOfDrivers(t *testing.T) {
	for _, row := range theDrivers() {
		checkCited(t, row.reason, "rule "+row.rule)
	}
}

func TestDriverDirs(t *testing.T) {
	ten, newest := Releases()[0], Newest()
	for want, got := range map[string][]string{
		"/vendor/lib/egl /system/lib/egl":                          DriverDirs(ten, 32, "x"),
		"/vendor/lib64/egl /system/lib64":                          DriverDirs(newest, 64, ""),
		"/apex/x/lib64/egl /vendor/lib64/egl /system/lib64":        DriverDirs(newest, 64, "x"),
		"angle_gl_driver_all_angle angle_gl_driver_selection_pkgs": DriverSettings(ten)[:2],
	} {
		if strings.Join(got, " ") != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// FuzzDrivers decides with any valid table, for any device: it never panics, and returns no driver if the
// process aborts.
func FuzzDrivers(f *testing.F) {
	for _, c := range driverCases[:12] {
		f.Add(driversTable, c.given, c.vendor, c.system)
	}
	f.Add(driversTable, "app ro.hardware.egl={suffix} ro.egl.apex={64}", "{app}", "libGLES_{suffix}.so")
	f.Fuzz(func(t *testing.T, text, given, vendor, system string) {
		rows, err := parseDrivers("t", text, allReleases())
		if err != nil {
			return
		}
		for _, r := range allReleases() {
			c := driverCase{release: r.ID, given: given, vendor: vendor, system: system}
			if d := decideDriver(rows, c.device()); d.Abort != "" && len(d.Files) > 0 {
				t.Errorf("aborts with %q", d.Files)
			}
		}
	})
}

func ExampleDecideDriver() {
	release, _ := FindRelease("15")
	d := DecideDriver(DriverDevice{Release: release, Bits: 64, Properties: map[string]string{"ro.hardware.egl": "adreno"},
		Dirs: map[string][]string{"/vendor/lib64/egl": {"libEGL_adreno.so", "libGLESv1_CM_adreno.so", "libGLESv2_adreno.so"}}})
	for _, s := range d.Steps {
		if s.Taken {
			fmt.Printf("%-4s %s\n", s.Rule, s.Text)
		}
	}
	fmt.Println(d.Files[0])
	// Output:
	// 5.4  a native program reads no setting: ANGLE is not requested
	// 5.4  a native program reads no setting: no updatable driver is requested
	// 5.1  ro.hardware.egl (adreno) is the first property that is set, so no other property is tried
	// /vendor/lib64/egl/libEGL_adreno.so
}
