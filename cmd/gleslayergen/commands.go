package main

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/registrycmd"
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
	{groupLayer, "update", "Bring what was generated up to date", layercmd.Update},
	{groupLayer, "combine", "Make one layer of several projects", layercmd.Combine},
	{groupLayer, "template", "What projects are made of: template packs", layercmd.Template},
	{groupLayer, "build", "Build a layer for this machine or for Android", layercmd.Build},
	{groupLayer, "vet", "Find what the compiler lets pass and a layer must not do", layercmd.Vet},
	{groupLayer, "run", "Run a program on this machine with layers, as Android would", layercmd.Run},
	{groupLayer, "trace", "Record the EGL and OpenGL ES calls of programs, and view them", tracecmd.Command},
	{groupLayer, "check", "Find what keeps a layer from being loaded, before a device does", layercmd.Check},
	{groupLayer, "apk", "Make APKs that bring layers to a device", layercmd.APK},
	{groupLayer, "inject-manifest", "Let layers into an app, by its source", layercmd.InjectManifest},
	{groupDevice, "device", "Put layers on Android devices, and see what becomes of them there", devicecmd.Command},
	{groupFacts, "registry", "What EGL and OpenGL ES consist of", registrycmd.Command},
	{groupFacts, "explain", "Explain a rule, trap, check or exit code that a message names", registrycmd.Explain},
	{groupTool, "doctor", "Say which programs are there, and how to get the others", doctorCmd},
	{groupTool, "version", "Print the versions of the tool and of its built-in data", versionCmd},
	{groupTool, "completion", "Write a completion script for a shell", completionCmd},
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
