package settingscmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// target is where the page reads and changes settings. It is not safe for concurrent use.
type target interface {
	// about returns what the settings are for, and when changes take effect.
	about() (title, note string)
	layers() []*settings.Declared
	// values returns the values of the settings of each layer that are set, by name.
	values(ctx context.Context) ([]map[string]string, error)
	set(ctx context.Context, layer int, a settings.Assignment) error
	// changed reports whether there is something to undo.
	changed() bool
	// undo restores the values from before the page, and returns those that it could not restore.
	undo(ctx context.Context) (left []string, err error)
}

// deviceTarget is the layers of an app on a device.
type deviceTarget struct {
	session     *deploy.LayerSession
	app, serial string
}

func (t *deviceTarget) about() (title, note string) {
	return t.app, "on the device " + t.serial + ". The running app reads a new value within 60 frames. A reboot clears all values."
}

func (t *deviceTarget) layers() []*settings.Declared { return t.session.Layers() }

func (t *deviceTarget) values(ctx context.Context) ([]map[string]string, error) {
	read, err := t.session.Read(ctx)
	if err != nil {
		return nil, err
	}
	byProperty := map[string]string{}
	for _, v := range read.Values {
		byProperty[v.Property] = v.Value
	}
	var all []map[string]string
	for _, l := range t.layers() {
		is := map[string]string{}
		for _, s := range l.Settings {
			is[s.Name] = byProperty[l.Property(s.Name)]
		}
		all = append(all, is)
	}
	return all, nil
}

func (t *deviceTarget) set(ctx context.Context, layer int, a settings.Assignment) error {
	return t.session.Set(ctx, t.layers()[layer], a)
}

func (t *deviceTarget) changed() bool { return t.session.Changed() }

func (t *deviceTarget) undo(ctx context.Context) (left []string, err error) {
	r, err := t.session.Undo(ctx)
	if err != nil {
		return nil, err
	}
	for _, item := range append(r.Left, r.Failed...) {
		left = append(left, item.Name+": "+item.Why)
	}
	return left, nil
}

// fileTarget is layers on this machine, which read files of settings.
type fileTarget struct {
	declared []*settings.Declared
	paths    []string             // the file of each layer
	changes  []map[string]written // of each layer, by setting: what the page has changed
}

// written has the value of a setting from before the page, and the one that the page wrote last.
type written struct{ before, wrote string }

func newFileTarget(layers []*settings.Declared, getenv func(string) string) (*fileTarget, error) {
	t := &fileTarget{declared: layers}
	for _, l := range layers {
		path := l.File(getenv)
		if path == "" {
			return nil, errors.New("no directory for the file of settings: set HOME or XDG_CONFIG_HOME")
		}
		t.paths, t.changes = append(t.paths, path), append(t.changes, map[string]written{})
	}
	return t, nil
}

func (t *fileTarget) about() (title, note string) {
	var names []string
	for _, l := range t.declared {
		names = append(names, l.Layer)
	}
	return strings.Join(names, ", "), "in " + strings.Join(t.paths, ", ") + ". A running program reads a new value within 60 frames. Environment variables and run --set override the file."
}

func (t *fileTarget) layers() []*settings.Declared { return t.declared }

func (t *fileTarget) values(context.Context) ([]map[string]string, error) {
	var all []map[string]string
	for i, l := range t.declared {
		text, err := readFile(t.paths[i])
		if err != nil {
			return nil, err
		}
		is := map[string]string{}
		for _, s := range l.Settings {
			is[s.Name] = settings.ValueIn(text, s.Name)
		}
		all = append(all, is)
	}
	return all, nil
}

func (t *fileTarget) set(_ context.Context, layer int, a settings.Assignment) error {
	if _, err := settings.Accept(t.declared[layer:layer+1], a); err != nil {
		return err
	}
	text, err := readFile(t.paths[layer])
	if err != nil {
		return err
	}
	if err := writeFile(t.paths[layer], settings.Assign(text, a)); err != nil {
		return err
	}
	c, ok := t.changes[layer][a.Name]
	if !ok {
		c.before = settings.ValueIn(text, a.Name)
	}
	c.wrote = a.Value
	t.changes[layer][a.Name] = c
	return nil
}

func (t *fileTarget) changed() bool {
	for _, changed := range t.changes {
		if len(changed) > 0 {
			return true
		}
	}
	return false
}

func (t *fileTarget) undo(context.Context) (left []string, err error) {
	for i, changed := range t.changes {
		text, err := readFile(t.paths[i])
		if err != nil {
			return nil, err
		}
		for _, s := range t.declared[i].Settings {
			c, ok := changed[s.Name]
			if now := settings.ValueIn(text, s.Name); ok && now != c.wrote {
				left = append(left, fmt.Sprintf("%s: another program has set it to %q", s.Name, now))
			} else if ok {
				text = settings.Assign(text, settings.Assignment{Name: s.Name, Value: c.before})
			}
		}
		if err := writeFile(t.paths[i], text); err != nil {
			return nil, err
		}
		t.changes[i] = map[string]written{}
	}
	return left, nil
}

// readFile returns the text of a file of settings, "" if the file does not exist.
func readFile(path string) (string, error) {
	f, err := fsx.OpenRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, settings.MaxFile+1))
	if len(text) > settings.MaxFile {
		err = fmt.Errorf("%s has more than %d bytes, of which a layer ignores the rest", path, settings.MaxFile)
	}
	return string(text), err
}

// writeFile replaces a file of settings, so that a layer never reads a part of it. It removes the file if the text is empty.
func writeFile(path, text string) error {
	if text == "" {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if len(text) > settings.MaxFile {
		return fmt.Errorf("%s would have more than %d bytes, of which a layer ignores the rest", path, settings.MaxFile)
	}
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return ui.WriteWhole(path, mode, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
