package layercmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/profile"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/loader"
)

// runProbeReport is the JSON report of run --probe.
type runProbeReport struct {
	Schema  int              `json:"schema"`
	Profile *profile.Profile `json:"profile"`
}

// runProbe prints or writes a profile of the driver as a program sees it through the layers.
func runProbe(ctx context.Context, e *ui.Env, host *loader.Host, s *loader.Setup, f *RunFlags) error {
	if err := CheckLayers(ctx, e, host, s, f.KeepGoing); err != nil {
		return err
	}
	program, args, err := driver.ProfileProbe(ctx)
	if err != nil {
		return err
	}
	r, err := host.NewRun("", *s)
	if err != nil {
		return err
	}
	defer r.Close()
	var out bytes.Buffer
	cmd := r.Command(ctx, program, args...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	e.Err.Flush()
	ended := cmd.Run()
	p, err := driver.ReadProfile(&out)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errors.Join(fmt.Errorf("--probe: %w", err), ended)
	}
	if f.writeProfile != "" {
		if err := WriteProfile(e, p, f.writeProfile); err != nil {
			return err
		}
	}
	switch {
	case f.asJSON:
		return e.PrintJSON(runProbeReport{1, p})
	case f.writeProfile == "":
		e.Printf("%s", p.Text())
	}
	return nil
}

// WriteProfile writes a profile to a file.
func WriteProfile(e *ui.Env, p *profile.Profile, file string) error {
	if err := ui.WriteFile(file, []byte(p.Text())); err != nil {
		return fmt.Errorf("--write-profile %w", err)
	}
	e.Notef("gleslayergen: wrote the profile %s (to use it: gleslayergen run --profile %s -- PROGRAM)", ui.OneLine(file), ui.ShellQuote(file))
	return nil
}

// maxProfileSize is the maximum size of a profile or a report of a driver.
const maxProfileSize = 16 << 20

// applyProfile sets the settings of --profile.
func (f *RunFlags) applyProfile(s *loader.Setup) error {
	if f.profile == "" {
		return nil
	}
	path, err := profilePath(f.profile)
	if err != nil {
		return ui.WithHint(fmt.Errorf("--profile %s: %w", f.profile, ui.WithoutPath(err)), "pass a profile, or the JSON that run --probe or device driver prints")
	}
	err = applySettings(s, []string{"profile.on=1", "profile.file=" + path})
	if err != nil && len(s.LayerFiles()) > 0 {
		return ui.Usage("--profile "+f.profile, "no layer of the run has the module profile", "add --modules profile")
	}
	return err
}

// profilePath returns the absolute path of a profile. A profile in JSON is stored in the cache in the form that the module
// reads.
func profilePath(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("not a regular file: it is a " + fsx.KindName(info.Mode()))
	}
	opened, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, maxProfileSize))
	if err != nil {
		return "", err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) {
		return filepath.Abs(file)
	}
	p, err := profile.FromJSON(content)
	if err != nil {
		return "", err
	}
	dir, err := cbuild.CacheDir("", "profiles")
	if err != nil {
		return "", err
	}
	text := []byte(p.Text())
	sum := sha256.Sum256(text)
	path := filepath.Join(dir, hex.EncodeToString(sum[:16])+".profile")
	if stored, err := os.ReadFile(path); err == nil && bytes.Equal(stored, text) {
		return path, nil // a program can be reading it
	}
	return path, ui.WriteFile(path, text)
}
