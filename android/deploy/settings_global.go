package deploy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/rules"
)

const (
	// propertyUndo contains an ID while a timer on the device waits to clear the layers. Each timer has
	// another ID, so that an old timer does not clear newer layers.
	propertyUndo = "debug.gleslayergen.undo"
	// UndoMinutes is the delay of that timer.
	UndoMinutes = 10
)

// GlobalOptions configures layers for every process.
type GlobalOptions struct {
	Layers []Layer
	Keep   bool // until the next reboot instead of UndoMinutes
	Force  bool // allow a layer in Go
}

// Global is the result of GlobalEnable.
type Global struct {
	Serial string   `json:"serial"`
	Value  string   `json:"value"`
	Before string   `json:"before"`
	Keep   bool     `json:"keep"`
	Notes  []string `json:"notes"`
}

// GlobalEnable sets the property that makes every process search for layers.
func GlobalEnable(ctx context.Context, d *adb.Device, o GlobalOptions) (*Global, error) {
	g := &Global{Serial: d.Serial, Value: strings.Join(names(o.Layers), ":"), Keep: o.Keep, Notes: []string{}}
	if len(g.Value) > rules.MaxProperty {
		return nil, &android.Error{What: "layers " + g.Value, Why: fmt.Sprintf("the list has %d bytes, but a property holds at most %d", len(g.Value), rules.MaxProperty),
			Advice: "shorten the file names, or combine the layers into one: gleslayergen combine", Usage: true}
	}
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	s, err := device.Read(ctx, d, device.Query{User: -1, SystemDir: true})
	if err != nil {
		return nil, err
	}
	for _, l := range o.Layers {
		if err := g.checkLayer(ctx, d, s, l, o.Force); err != nil {
			return nil, err
		}
	}
	return g, g.set(ctx, d, j, s)
}

// checkLayer rejects a layer that must not be loaded into every process.
func (g *Global) checkLayer(ctx context.Context, d *adb.Device, s *device.State, l Layer, force bool) error {
	if fileOf(s.SystemDir, l.Name) < 0 {
		g.Notes = append(g.Notes, fmt.Sprintf("%s is not in %s, so only processes that have the layer in their own library directories can load it", l.Name, device.SystemDir))
	}
	if force {
		return nil
	}
	o, err := readLayer(ctx, d, s, l)
	switch {
	case err != nil:
		return err
	case o == nil:
		return &android.Error{What: "layer " + l.Name, Why: "no file with this name is in " + device.SystemDir + ", so it is unknown whether the layer contains a Go runtime, which can crash some processes",
			Advice: "give the path of the layer file on this machine, or add --force", Usage: true}
	case o.Go:
		return &android.Error{What: "layer " + l.Name, Why: "the layer contains a Go runtime, which can crash a process that forks, such as zygote, or that contains another Go runtime",
			Advice: "enable the layer for one app (gleslayergen device enable --app PACKAGE LAYER), or use a layer whose hooks are all in C; to enable this layer anyway, add --force", Usage: true}
	}
	return nil
}

// readLayer reads the layer's file from this machine or from the device. It returns nil if there is none.
func readLayer(ctx context.Context, d *adb.Device, s *device.State, l Layer) (*elf.Object, error) {
	path := l.Path
	if path == "" {
		if fileOf(s.SystemDir, l.Name) < 0 {
			return nil, nil
		}
		dir, err := os.MkdirTemp("", "gleslayergen-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		path = filepath.Join(dir, "layer.so")
		if err := d.Pull(ctx, device.SystemDir+"/"+l.Name, path); err != nil {
			return nil, err
		}
	}
	o, err := elf.Open(path)
	if err != nil {
		return nil, &android.Error{What: "layer " + l.Name, Why: err.Error(), Advice: "to check the file: gleslayergen check " + adb.QuoteIfNeeded(path), Usage: true}
	}
	return o, nil
}

// set writes the property. The timer that undoes it starts on the device first, so that it works even if the
// cable is pulled.
func (g *Global) set(ctx context.Context, d *adb.Device, j *Journal, s *device.State) error {
	now := func(name string) Value {
		return Value{Text: s.Props[name], Set: s.Props[name] != ""}
	}
	g.Before = now(rules.PropertyLayers).Text
	word := ""
	if !g.Keep {
		word = newTimerID(s.Time)
	}
	layerRequest := [][2]string{{propertyUndo, word}, {rules.PropertyLayers, g.Value}}
	var list []Change
	for _, p := range layerRequest {
		if is := now(p[0]); is.Text != p[1] {
			list = append(list, Change{Kind: KindProperty, Name: p[0], Before: is.Text, BeforeSet: is.Set,
				After: p[1], AfterSet: p[1] != "", BootID: s.BootID})
		}
	}
	if err := j.Begin(list...); err != nil {
		return err
	}
	o := newChangeScript()
	if !g.Keep {
		o.clock(word, g.Value, base(j.Changes(), s.BootID, now))
	}
	for _, p := range layerRequest { // even if the value is the same: the timer of an older configuration may clear it at this moment
		o.set(KindProperty, p[0], Value{Text: p[1], Set: p[1] != ""})
	}
	r, err := o.run(ctx, d)
	if err == nil {
		err = r.fault(&s.Facts)
	}
	if err != nil {
		return errors.Join(err, undoNow(ctx, d, j, list))
	}
	return nil
}

// GlobalDisable restores the property if this tool set it, and clears it otherwise.
func GlobalDisable(ctx context.Context, d *adb.Device) (*Restored, error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	s, err := device.Read(ctx, d, device.Query{User: -1})
	if err != nil {
		return nil, err
	}
	b := &restorer{s: s, report: newRestored(d.Serial), changeScript: newChangeScript(),
		changes: slices.DeleteFunc(j.Changes(), func(c Change) bool { return c.Kind != KindProperty })}
	is := s.Props[rules.PropertyLayers]
	ours := slices.ContainsFunc(b.changes, func(c Change) bool {
		return c.Name == rules.PropertyLayers && c.BootID == s.BootID && c.After == is
	})
	if is != "" && !ours {
		c := Change{Kind: KindProperty, Name: rules.PropertyLayers, Before: is, BeforeSet: true, BootID: s.BootID}
		if err := j.Begin(c); err != nil {
			return nil, err
		}
		b.changeScript.set(c.Kind, c.Name, Value{})
		b.plan(Unwound{Kind: c.Kind, Name: c.Name, Now: Value{Text: is, Set: true}, Settled: append(b.of(c.Kind, c.Name), c)})
		b.changes = slices.DeleteFunc(b.changes, func(o Change) bool { return o.Name == c.Name })
	}
	if err := b.properties(ctx, d); err != nil {
		return nil, err
	}
	if len(b.plans) == 0 {
		return b.report, nil
	}
	return b.report, b.run(ctx, d, j)
}
