package gen

import (
	_ "embed" // the versions of extensions
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/gen/profile"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// profileModule is the module that shows the app another device.
const profileModule = "profile"

//go:embed data/profile_extensions.tsv
var profileExtensions string

// laterExtension is an extension that needs a later version of OpenGL ES than 2.0.
type laterExtension struct {
	Name  string
	Since int // times ten
}

// laterExtensions returns the rows of profile_extensions.tsv.
var laterExtensions = sync.OnceValue(func() []laterExtension {
	return table.Must("profile_extensions.tsv", profileExtensions, 2, func(row []string) (laterExtension, error) {
		n, err := strconv.Atoi(row[1])
		if err == nil && (n < 30 || n > 32) {
			err = fmt.Errorf("%q is not a version from 3.0 to 3.2", row[1])
		}
		return laterExtension{row[0], n}, err
	})
})

// profileTable has what the module profile needs to know of the registry.
type profileTable struct {
	Limits   []profileLimit
	Formats  []profileFormat  // internal formats, sorted by value
	Commands []profileCommand // in the order of their ids
	Enums    []profileEnum    // that a context of OpenGL ES 2.0 without extensions does not have, sorted
	Lists    []string         // of extensions
	Later    []laterExtension

	places map[string]int // of lists
}

// profileEnum is a value, with what a context needs to accept one of its names.
type profileEnum struct {
	Value uint64
	Since int
	List  int // index of the list of extensions
}

// profileFormat is an internal format.
type profileFormat struct {
	explain.Member
	Kind string // name of a C constant
}

// profileLimit is a limit with its value as a parameter of a query.
type profileLimit struct {
	profile.Limit
	Value uint64
}

// profileCommand is a command, with what a context needs to have it.
type profileCommand struct {
	Since      int64  // version of OpenGL ES, times ten; 0 if only extensions have it
	Extensions string // separated by spaces
	Format     int    // index of the parameter with an internal format; -1 without one
	Samples    int    // of the parameter with a number of samples
	Config     int    // of the parameter with an EGL config
	Enums      uint64 // a bit for each parameter that is an enum
}

// resolveProfile collects the table, if the layer has the module.
func (p *Plan) resolveProfile(r *registry.Registry) error {
	if !p.HasSet(profileModule) {
		return nil
	}
	t := &profileTable{places: map[string]int{}, Later: laterExtensions()}
	for _, l := range profile.Limits() {
		if e, ok := r.Enum(l.Name); ok { // an older registry may lack it
			t.Limits = append(t.Limits, profileLimit{l, e.Value})
		}
	}
	formats, err := explain.New(r).Group("InternalFormat")
	if err != nil {
		return err
	}
	for _, f := range formats {
		t.Formats = append(t.Formats, profileFormat{f, formatKind(f.Name)})
	}
	for _, c := range p.Commands {
		rc, _ := r.Command(c.Name)
		row := profileCommand{Since: explain.Since(r, rc), Format: -1}
		for _, x := range rc.Extensions {
			row.Extensions += " " + x
		}
		row.Extensions = strings.TrimSpace(row.Extensions)
		if rc.IsEGL() && len(rc.Features) > 0 {
			row.Since = 10
		}
		for i, param := range rc.Params {
			// A texture unit is a number from GL_TEXTURE0 on: other enums have the values of high units.
			if !rc.IsEGL() && param.Type.Base == "GLenum" && !param.Type.IsPointer() && param.Group != "TextureUnit" {
				row.Enums |= 1 << i
			}
		}
		row.Format = slices.IndexFunc(rc.Params, func(p registry.Param) bool { return strings.EqualFold(p.Name, "internalformat") })
		row.Samples = slices.IndexFunc(rc.Params, func(p registry.Param) bool { return p.Name == "samples" && p.Type.Base == "GLsizei" })
		row.Config = slices.IndexFunc(rc.Params, func(p registry.Param) bool { return p.Type.Base == "EGLConfig" && !p.Type.IsPointer() })
		t.Commands = append(t.Commands, row)
	}
	p.profile = t
	return t.addEnums(r)
}

// addEnums adds the values of all enums of OpenGL ES.
func (t *profileTable) addEnums(r *registry.Registry) error {
	var names []string
	for _, e := range r.Enums {
		if strings.HasPrefix(e.Name, "GL_") && e.Value <= math.MaxUint32 {
			names = append(names, e.Name)
		}
	}
	members, err := explain.New(r).Members(names)
	for _, m := range members {
		if m.Since == 0 && m.Extensions == "" || m.Since != 0 && m.Since <= 20 {
			continue // not of OpenGL ES 2.0 and above, or always there
		}
		at := placeOf(t.places, &t.Lists, []string{m.Extensions})
		t.Enums = append(t.Enums, profileEnum{m.Value, m.Since, at})
	}
	return err
}

// formatKind returns what limits the number of samples of a format: the kind of its values.
func formatKind(name string) string {
	switch {
	case strings.HasSuffix(name, "UI"), strings.HasSuffix(name, "I"), strings.HasSuffix(name, "UI_EXT"), strings.HasSuffix(name, "I_EXT"):
		return "INTEGER_FORMAT"
	case strings.Contains(name, "DEPTH"), strings.Contains(name, "STENCIL"):
		return "DEPTH_FORMAT"
	}
	return "COLOR_FORMAT"
}
