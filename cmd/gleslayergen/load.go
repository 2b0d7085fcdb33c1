package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

// source says where a command's registry comes from: the snapshot, or two files.
type source struct{ gl, egl string }

// sourceFlags adds --gl-xml and --egl-xml.
func sourceFlags(cmd *cobra.Command) *source {
	s := &source{}
	cmd.Flags().StringVar(&s.gl, "gl-xml", "", "read OpenGL ES from this `FILE` instead of the built-in registry")
	cmd.Flags().StringVar(&s.egl, "egl-xml", "", "read EGL from this `FILE` instead of the built-in registry")
	return s
}

// load reads the registry.
func (s *source) load() (*registry.Registry, error) {
	switch {
	case s.gl == "" && s.egl == "":
		return registry.Builtin(), nil
	case s.gl == "":
		return nil, &usageError{"--egl-xml", "needs --gl-xml beside it", hintFetch}
	case s.egl == "":
		return nil, &usageError{"--gl-xml", "needs --egl-xml beside it", hintFetch}
	}
	return readXML(s.gl, s.egl, "")
}

// loadFiles reads the registry from two files, or the tool's own where there is no name.
func loadFiles(gl, egl string) (*registry.Registry, error) { return (&source{gl, egl}).load() }

const hintFetch = "get gl.xml and egl.xml of one day with: gleslayergen registry fetch"

// readXML decodes two files. A date that is given goes before those of the manifest.
func readXML(gl, egl, date string) (*registry.Registry, error) {
	var files [2]registry.File
	var err error
	for i, path := range []string{gl, egl} {
		if files[i], err = registry.ReadFile(path); err != nil {
			return nil, &hinted{err, hintFetch}
		}
		if date != "" {
			files[i].Date = date
		}
	}
	if files[0].IsEGL() && !files[1].IsEGL() {
		return nil, &usageError{gl, "this is the registry of EGL", "give gl.xml first, then egl.xml"}
	}
	r, err := registry.Decode(files[0], files[1])
	var syntax *registry.SyntaxError
	if errors.As(err, &syntax) {
		err = &hinted{err, hintFetch}
	}
	return r, err
}
