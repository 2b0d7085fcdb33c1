package gen

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// extensions returns the names of the extensions that a layer can meet, without those of OpenGL ES 1.x only.
func extensions(r *registry.Registry) []string {
	var names []string
	for _, x := range r.Extensions {
		if slices.Contains(x.Supported, registry.EGL) || slices.Contains(x.Supported, registry.GLES2) {
			names = append(names, x.Name)
		}
	}
	return names
}

// emitExtensions prints each extension as a constant of its API's type.
func emitExtensions(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	f.Comment("The names of the extensions of EGL and OpenGL ES. The method Present of a name reports whether the current display or context supports the extension.")
	f.Line()
	for _, name := range p.Extensions {
		goType := "GLExtension"
		if strings.HasPrefix(name, "EGL_") {
			goType = "EGLExtension"
		}
		f.Const().Id(name).Id(goType).Op("=").Lit(name)
	}
	return f
}
