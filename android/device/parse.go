package device

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// number is a number, or 0 for what is none.
func number(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0
	}
	return n
}

var propLine = lazyregexp.New(`(?m)^\[([^\]\n]+)\]: \[`)

// parseProps reads the list of all properties, "[name]: [value]", whose values may have several lines.
func parseProps(text string) map[string]string {
	out := map[string]string{}
	starts := propLine.FindAllStringSubmatchIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		out[text[at[2]:at[3]]] = strings.TrimSuffix(strings.TrimRight(text[at[1]:end], "\r\n"), "]")
	}
	return out
}

// unset is what "settings get" prints for a setting that is not there.
const unset = "null"

// readMark is the line behind the value of a setting that could be read. An empty answer alone would be an empty value, and
// some makers' devices lack the program, or keep it from adb.
const readMark = "="

// settings reads the settings; one that the device does not tell is not there. A setting can have the word that stands for
// none as its value: the list of all tells.
func (a answers) settings() map[string]Setting {
	out := map[string]Setting{}
	writers := parseWriters(a["writers"])
	for _, name := range SettingNames {
		value, told := strings.CutSuffix(strings.TrimRight(a["setting-"+name], "\r\n"), "\n"+readMark)
		if !told {
			continue
		}
		value = strings.TrimRight(value, "\r\n")
		set := value != unset || slices.Contains(strings.Split(a["settings"], "\n"), name+"="+unset)
		if !set {
			out[name] = Setting{}
			continue
		}
		out[name] = Setting{value, true, writers[name]}
	}
	return out
}

var writerLine = lazyregexp.New(`(?m)^\s*_id:\d+ name:(\w+) pkg:([\w.]+) `)

// parseWriters reads who wrote which setting: rows of the settings service.
func parseWriters(text string) map[string]string {
	out := map[string]string{}
	for _, m := range writerLine.FindAllStringSubmatch(text, -1) {
		out[m[1]] = m[2]
	}
	return out
}

var fileLine = lazyregexp.New(`^([0-7]{1,5}) (\d{1,18}) (.+)$`)

// parseFiles reads rows of MODE SIZE PATH, as stat -c '%a %s %n' writes them, for files of one folder.
func parseFiles(text, dir string) []File {
	var out []File
	for line := range strings.Lines(text) {
		m := fileLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || dir != "" && path.Dir(m[3]) != dir {
			continue
		}
		size, err := strconv.ParseInt(m[2], 10, 64)
		if err == nil {
			out = append(out, File{path.Base(m[3]), size, m[1]})
		}
	}
	return out
}

// parsePIDs reads rows of UID PID, and takes the processes of one user id: each of Android's users runs an app as another one.
func parsePIDs(text string, uid int) []int {
	var out []int
	for line := range strings.Lines(text) {
		if w := strings.Fields(line); len(w) == 2 && number(w[0]) == uid && number(w[1]) > 0 {
			out = append(out, number(w[1]))
		}
	}
	return out
}
