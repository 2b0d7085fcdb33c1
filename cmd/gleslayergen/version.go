package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/registrycmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// version is set by releases: -ldflags "-X main.version=v1.2.3".
var version string

type versionReport struct {
	Schema   int                  `json:"schema"`
	Version  string               `json:"version"`
	Go       string               `json:"go"`
	Platform string               `json:"platform"`
	Registry []registrycmd.Source `json:"registry"`
	Model    int                  `json:"model"`
	Android  androidTables        `json:"android"`
}

type androidTables struct {
	Oldest string `json:"oldest"`
	Newest string `json:"newest"`
	API    int    `json:"api"` // of the newest
}

func versionCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		GroupID: groupTool,
		Args:    ui.Args(0, 0, ""),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		v := versions()
		if *asJSON {
			return e.PrintJSON(v)
		}
		rows := [][]string{{"gleslayergen", v.Version}, {"go", v.Go + " " + v.Platform}}
		for _, s := range v.Registry {
			rows = append(rows, []string{s.Name, s.Date + "  sha256 " + s.SHA256})
		}
		rows = append(rows, []string{"model", strconv.Itoa(v.Model)},
			[]string{"android", fmt.Sprintf("%s to %s (API %d)", v.Android.Oldest, v.Android.Newest, v.Android.API)})
		ui.Table(e.Out, "", rows)
		return nil
	}
	return cmd
}

func versions() versionReport {
	releases, newest := rules.Releases(), rules.Newest()
	v := versionReport{Schema: 1, Version: toolVersion(), Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Model: gen.Model,
		Android: androidTables{releases[0].ID, newest.ID, newest.API}}
	for _, s := range registry.BuiltinSources() {
		v.Registry = append(v.Registry, registrycmd.Source(s))
	}
	return v
}

// toolVersion is what the release says, else what Go knows about the build.
func toolVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(info.Main.Version, "(devel)")
	}
	return "(devel)"
}
