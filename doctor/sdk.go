package doctor

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
)

// sdkTool finds the first of "a|b" in the same way as the commands that use it.
func (m *Machine) sdkTool(find string) (path, problem string) {
	path, err := android.FindSDK(m.Getenv, m.LookPath).Tool(strings.Split(find, "|")...)
	return path, notFound(err)
}

// platform finds android.jar, which aapt2 needs.
func (m *Machine) platform() (path, problem string) {
	path, err := android.FindSDK(m.Getenv, m.LookPath).Platform()
	return path, notFound(err)
}

func notFound(err error) string {
	if err != nil {
		return "not found"
	}
	return ""
}

// Advice says how to install missing tools, each identified by its first name; "" if the table has none of
// them.
func Advice(system string, missing ...string) string {
	var names, debian, others []string
	for _, t := range Tools(system) {
		first, _, _ := strings.Cut(t.Find, "|")
		if !slices.Contains(missing, first) {
			continue
		}
		names = append(names, first)
		if t.Debian != "" && !slices.Contains(debian, t.Debian) {
			debian = append(debian, t.Debian)
		}
		if !slices.Contains(others, t.Otherwise) {
			others = append(others, t.Otherwise)
		}
	}
	switch {
	case len(others) == 0:
		return ""
	case len(debian) == 0:
		return "install " + strings.Join(names, ", ") + ": " + strings.Join(others, "; ")
	}
	return "install " + strings.Join(names, ", ") + " (Debian: apt-get install " + strings.Join(debian, " ") + "; other systems: " + strings.Join(others, "; ") + ")"
}
