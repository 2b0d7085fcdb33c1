// Command speed measures the viewer on a recording of a million calls, and prints its times in milliseconds
// as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/test/viewer/measure"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	dir, err := os.MkdirTemp("", "viewer-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "million.gltrace")
	if err := os.WriteFile(path, tracetest.Million(), 0o600); err != nil {
		return err
	}
	b, err := browser.Start(context.Background(), 1440, 900)
	if err != nil {
		return err
	}
	times, err := measure.Viewer(context.Background(), b, path)
	if closed := b.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(times)
}
