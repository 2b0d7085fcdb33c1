package devicecmd

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// packOnce builds one APK of the layers for all devices, in a directory.
func packOnce(dir string) func(context.Context, []apk.Layer) (string, error) {
	var once sync.Mutex
	made := ""
	return func(ctx context.Context, layers []apk.Layer) (string, error) {
		once.Lock()
		defer once.Unlock()
		if made != "" {
			return made, nil
		}
		tools, err := layercmd.APKTools(true)
		if err != nil {
			return "", err
		}
		key, err := layercmd.DebugKey(ctx, tools)
		if err != nil {
			return "", err
		}
		m, err := apk.Build(ctx, tools, apk.BuildOptions{Layers: layers, Out: filepath.Join(dir, "layers.apk"), Key: key})
		if err != nil {
			return "", err
		}
		made = m.Path
		return made, nil
	}
}

// commandsReport is a list of shell commands.
type commandsReport []string

func (r commandsReport) print(e *ui.Env) {
	for _, line := range r {
		e.Printf("%s\n", ui.OneLine(line))
	}
}

// pushReport is the report of device push.
type pushReport struct {
	*deploy.Pushed
	next string
}

func (r pushReport) print(e *ui.Env) {
	for _, f := range r.Files {
		state := ""
		if f.There && r.To != deploy.InApp {
			state = ", unchanged"
		}
		e.Printf("%s: %d bytes%s\n", f.Path, f.Size, state)
	}
	if r.SELinux != "" {
		e.Printf("SELinux is %s until \"gleslayergen device restore\" or a reboot\n", r.SELinux)
	}
	for _, f := range r.Findings {
		e.Warnf("%s: %s, so the loader will reject the layer [%s]", ui.OneLine(f.File), ui.OneLine(f.What), f.ID)
	}
	for _, note := range r.Notes {
		e.Notef("note: %s", ui.OneLine(note))
	}
	if r.next != "" {
		e.Notef("next: %s", r.next)
	}
}

// nextCommand returns the command that makes the app use the layers.
func nextCommand(r *deploy.Pushed) string {
	if r.App == "" || len(r.Layers) == 0 {
		return ""
	}
	next := "gleslayergen device enable --app " + r.App + " " + strings.Join(r.Layers, ":")
	if r.LayerApp != "" {
		next += " --layer-app " + r.LayerApp
	}
	return next
}
