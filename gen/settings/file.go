package settings

import "strings"

// File returns the path of the file of settings of a layer on this machine, "" if the environment names no directory. The C code
// of the layer finds the same path.
func (d *Declared) File(getenv func(string) string) string {
	if dir := getenv("XDG_CONFIG_HOME"); strings.HasPrefix(dir, "/") {
		return dir + "/" + d.Layer + ".conf"
	}
	if home := getenv("HOME"); home != "" {
		return home + "/.config/" + d.Layer + ".conf"
	}
	return ""
}

// MaxFile is the number of bytes that a layer reads of its file of settings.
const MaxFile = 64<<10 - 1

// ValueIn returns the value of a setting in the text of a file of settings. The first line with the name applies.
func ValueIn(text, name string) string {
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return strings.TrimRight(value, "\r\n")
		}
	}
	return ""
}

// Assign returns the text of a file of settings in which a setting has another value, and none if the value is empty. Other lines
// stay as they are.
func Assign(text string, a Assignment) string {
	var out strings.Builder
	set := a.Value == ""
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, a.Name+"=") {
			out.WriteString(line)
		} else if !set {
			set = true
			out.WriteString(a.Name + "=" + a.Value + "\n")
		}
	}
	if !set {
		if s := out.String(); s != "" && !strings.HasSuffix(s, "\n") {
			out.WriteByte('\n')
		}
		out.WriteString(a.Name + "=" + a.Value + "\n")
	}
	return out.String()
}
