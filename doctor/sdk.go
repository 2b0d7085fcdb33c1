package doctor

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
)

// sdkTool finds the first of "a|b" as the verbs find it.
func (m *Machine) sdkTool(find string) (path, problem string) {
	path, err := android.FindSDK(m.Getenv, m.LookPath).Tool(strings.Split(find, "|")...)
	return path, notFound(err)
}

// platform finds what aapt2 needs beside itself.
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

// Advice says how to get a tool that a verb misses, found by the first of its names; "" if the table does not have it.
func Advice(system string, missing *android.Missing) string {
	for _, t := range Tools(system) {
		first, _, _ := strings.Cut(t.Find, "|")
		if first != missing.Tool {
			continue
		}
		if t.Debian == "" {
			return "get it: " + t.Otherwise
		}
		return "Debian: apt-get install " + t.Debian + "; others: " + t.Otherwise
	}
	return ""
}
