package main

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/registrycmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/settingscmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/tracecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// tableEntry is a command in the help of the root. Its flags and subcommands are built only when it is called.
type tableEntry struct {
	group, name, short string
	build              func(*ui.Env) *cobra.Command
}

var commandTable = []tableEntry{
	{groupLayer, "new", "Write a layer project", layercmd.New},
	{groupLayer, "update", "Regenerate the files of a project", layercmd.Update},
	{groupLayer, "combine", "Combine several projects into one layer", layercmd.Combine},
	{groupLayer, "template", "List, show, export and test template packs", layercmd.Template},
	{groupLayer, "build", "Build a layer for this machine or for Android", layercmd.Build},
	{groupLayer, "vet", "Find mistakes in hooks that the compiler does not report", layercmd.Vet},
	{groupLayer, "run", "Run a program on this machine with layers, as Android would", layercmd.Run},
	{groupLayer, "settings", "List and change the settings of layers", settingscmd.Command},
	{groupLayer, "trace", "Record the EGL and OpenGL ES calls of programs, and view them", tracecmd.Command},
	{groupLayer, "check", "Find what prevents a layer from loading, without a device", layercmd.Check},
	{groupLayer, "apk", "Build APKs that contain layers, or add layers to an app", layercmd.APK},
	{groupLayer, "inject-manifest", "Edit the source manifest of an app so that the app allows layers", layercmd.InjectManifest},
	{groupDevice, "device", "Install, enable and debug layers on Android devices", deviceCommand},
	{groupFacts, "registry", "Show, compare, check and download the Khronos registry", registrycmd.Command},
	{groupFacts, "explain", "Explain a rule, pitfall, check or exit code that a message names", registrycmd.Explain},
	{groupTool, "demo", "Write a layer, build it and show a call that it intercepts", layercmd.Demo},
	{groupTool, "doctor", "Find missing programs, and print how to install them", doctorCmd},
	{groupTool, "version", "Print the versions of the tool and of its built-in data", versionCmd},
	{groupTool, "completion", "Print a completion script for a shell", completionCmd},
	{"", "docs", "Write man pages and the reference", docsCmd},
}

// command returns the command, or one that only help lists.
func (t tableEntry) command(e *ui.Env, build bool) *cobra.Command {
	c := &cobra.Command{Use: t.name, Run: func(*cobra.Command, []string) {}}
	if build {
		c = t.build(e)
	}
	c.GroupID, c.Short, c.Hidden = t.group, t.short, t.group == ""
	return c
}

func deviceCommand(e *ui.Env) *cobra.Command {
	return devicecmd.Command(e, tracecmd.Compare, tracecmd.WhyCrashed)
}
