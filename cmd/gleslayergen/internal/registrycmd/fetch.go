package registrycmd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

func fetchCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fetch",
		Short: "Download gl.xml and egl.xml from Khronos",
		Long: `Download gl.xml and egl.xml from the two Khronos repositories over HTTPS, and check that gleslayergen can
decode both. The files are written to --out, with a file registry.json that contains their origin and date. If
a download or the check fails, nothing is written.

gleslayergen never runs this command itself. Only this command, and commands that fetch a template pack from a
Git repository, download files.`,
		Example: `  gleslayergen registry fetch --out khronos
  gleslayergen registry list @all --gl-xml khronos/gl.xml --egl-xml khronos/egl.xml`,
		Args: ui.Args(0, 0, ""),
	}
	ref := cmd.Flags().String("ref", "main", "download this `REF`: a branch or tag that exists in both Khronos repositories")
	out := cmd.Flags().String("out", ".", "write the files to `DIR`")
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *ref == "" || *out == "" {
			return ui.Usage(ui.CommandName(cmd), "--ref and --out must not be empty", "usage: "+cmd.UseLine())
		}
		e.Notef("downloading gl.xml and egl.xml from Khronos (branch or tag %s)", *ref)
		got, err := registry.Fetch(cmd.Context(), e.Client, e.Origins, *ref)
		if err != nil {
			return fetchFailed(err)
		}
		if err := saveFetched(*out, got); err != nil {
			return err
		}
		if *asJSON {
			return e.PrintJSON(fetchReport{Schema: 1, Dir: *out, Files: got.Manifest.Files})
		}
		var rows [][]string
		for _, f := range got.Manifest.Files {
			rows = append(rows, []string{filepath.Join(*out, f.Name), orUnknown(f.Date), "sha256 " + f.SHA256})
		}
		ui.Table(e.Out, "", rows)
		return nil
	}
	return cmd
}

type fetchReport struct {
	Schema int                      `json:"schema"`
	Dir    string                   `json:"dir"`
	Files  []registry.ManifestEntry `json:"files"`
}

// FetchClient returns a client with a time limit that never follows a redirect from HTTPS to another
// protocol.
func FetchClient() *http.Client {
	return &http.Client{
		Timeout: 2 * time.Minute,
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
				return errors.New("the server redirects from HTTPS to another protocol")
			}
			if len(via) >= 10 {
				return errors.New("the server redirects more than 10 times")
			}
			return nil
		},
	}
}

// saveFetched writes the files. It writes the manifest last, because that has the hashes of the others.
func saveFetched(dir string, got *registry.Fetched) error {
	manifest, err := json.MarshalIndent(got.Manifest, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range got.Manifest.Files {
		if err := ui.WriteFile(filepath.Join(dir, f.Name), got.Files[f.Name]); err != nil {
			return err
		}
	}
	return ui.WriteFile(filepath.Join(dir, registry.ManifestName), append(manifest, '\n'))
}

func fetchFailed(err error) error {
	hint := "nothing was written; check the network, and check that --ref exists in both Khronos repositories, OpenGL-Registry and EGL-Registry"
	var syntax *registry.SyntaxError
	switch {
	case errors.As(err, &syntax):
		hint = "nothing was written: the server did not send a valid registry file for this --ref; pass a different --ref"
	case errors.Is(err, context.DeadlineExceeded) || os.IsTimeout(err):
		hint = "nothing was written: the server did not answer in time; try again later"
	}
	return ui.WithHint(err, hint)
}

func orUnknown(date string) string {
	if date == "" {
		return "date unknown"
	}
	return date
}
