package ui

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/registry"
)

// RegistryFiles are the paths of the two files of a registry; without paths it is the built-in snapshot.
type RegistryFiles struct{ Gl, Egl string }

// AddRegistryFlags adds --gl-xml and --egl-xml.
func AddRegistryFlags(cmd *cobra.Command) *RegistryFiles {
	s := &RegistryFiles{}
	cmd.Flags().StringVar(&s.Gl, "gl-xml", "", "read the registry of OpenGL ES from `FILE` instead of the built-in one")
	cmd.Flags().StringVar(&s.Egl, "egl-xml", "", "read the registry of EGL from `FILE` instead of the built-in one")
	return s
}

// Load reads the registry.
func (s *RegistryFiles) Load() (*registry.Registry, error) {
	switch {
	case s.Gl == "" && s.Egl == "":
		return registry.Builtin(), nil
	case s.Gl == "":
		return nil, Usage("--egl-xml", "requires --gl-xml", hintFetch)
	case s.Egl == "":
		return nil, Usage("--gl-xml", "requires --egl-xml", hintFetch)
	}
	return ReadXML(s.Gl, s.Egl, "")
}

// LoadFiles reads the registry from two files, or returns the built-in one if the paths are empty.
func LoadFiles(gl, egl string) (*registry.Registry, error) { return (&RegistryFiles{gl, egl}).Load() }

const hintFetch = "to download gl.xml and egl.xml: gleslayergen registry fetch"

// ReadXML decodes two files. A date overrides those of the manifest.
func ReadXML(gl, egl, date string) (*registry.Registry, error) {
	var files [2]registry.File
	var err error
	for i, path := range []string{gl, egl} {
		if files[i], err = registry.ReadFile(path); err != nil {
			return nil, WithHint(err, hintFetch)
		}
		if date != "" {
			files[i].Date = date
		}
	}
	if files[0].IsEGL() && !files[1].IsEGL() {
		return nil, Usage(gl, "the file is the EGL registry, not the OpenGL ES registry", "give gl.xml first, then egl.xml")
	}
	r, err := registry.Decode(files[0], files[1])
	var syntax *registry.SyntaxError
	if errors.As(err, &syntax) {
		err = WithHint(err, hintFetch)
	}
	return r, err
}
