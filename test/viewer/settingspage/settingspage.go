// Package settingspage starts the page of "gleslayergen settings" for a layer that the tool has generated.
package settingspage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/test/viewer/orbit"
)

// A Page is a page with its server.
type Page struct {
	URL  string
	File string // the file of settings that it changes
	cmd  *exec.Cmd
	stop context.CancelFunc
}

// Build generates a layer with modules and builds it.
func Build(ctx context.Context, r *orbit.Rig) error {
	for _, cmd := range []*exec.Cmd{
		r.Tool(ctx, "new", "watch", "--template", "c", "--passive", "--with", "log,errors,frames,calls,breadcrumbs,explain"),
		exec.CommandContext(ctx, "make", "-C", r.Path("watch"), "layer"),
	} {
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%q: %w\n%s", cmd.Args, err, out)
		}
	}
	return nil
}

// Start starts the page of the layer. Its file of settings is in a directory of the rig.
func Start(ctx context.Context, r *orbit.Rig) (*Page, error) {
	ctx, stop := context.WithCancel(ctx)
	p := &Page{File: r.Path("config/watch.conf"), stop: stop, cmd: r.Tool(ctx, "settings", "--page", "watch/build/host/libwatch.so")}
	p.cmd.Env = append(p.cmd.Env, "XDG_CONFIG_HOME="+filepath.Dir(p.File))
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("no URL: %w", err), p.Close())
	}
	p.URL = strings.TrimSpace(line)
	return p, nil
}

// Close interrupts the server, and waits for it.
func (p *Page) Close() error {
	p.stop()
	if err := p.cmd.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
