// Package devicecmd has the subcommands of device, which work with Android devices over adb.
package devicecmd
