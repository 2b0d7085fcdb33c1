package device

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// number parses a number; it returns 0 for other text.
func number(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0
	}
	return n
}

var propLine = lazyregexp.New(`(?m)^\[([^\]\n]+)\]: \[`)

// parseProps parses the list of all properties, "[name]: [value]". A value may have several lines.
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

// unset is the output of "settings get" for a setting that does not exist.
const unset = "null"

// readMark is the line after the value of a setting that could be read. An empty answer alone could be an
// empty value; on some vendors' devices the program is missing, or adb may not run it.
const readMark = "="

// settingAnswer begins the name of the answer with a setting.
const settingAnswer = "setting-"

// SettingScript returns a script that reads a global setting, for ParseSetting.
func SettingScript(name string) NamedScript {
	return NamedScript{settingAnswer + name, "settings get global " + name + " && echo " + readMark}
}

// ParseSetting returns a setting from the answers of scripts; told is false if the device does not report it. A setting
// with the value "null" counts as not set.
func ParseSetting(answers map[string]string, name string) (s Setting, told bool) {
	value, told := strings.CutSuffix(strings.TrimRight(answers[settingAnswer+name], "\r\n"), "\n"+readMark)
	if value = strings.TrimRight(value, "\r\n"); !told || value == unset {
		return Setting{}, told
	}
	return Setting{Value: value, Set: true}, true
}

// settings parses the settings; one that the device does not report has no entry. The value of a setting can
// be equal to unset: then the list of all settings decides.
func (a answers) settings() map[string]Setting {
	out := map[string]Setting{}
	writers := parseWriters(a["writers"])
	for _, name := range SettingNames {
		setting, told := ParseSetting(a, name)
		if !told {
			continue
		}
		if !setting.Set && slices.Contains(strings.Split(a["settings"], "\n"), name+"="+unset) {
			setting = Setting{Value: unset, Set: true}
		}
		if setting.Set {
			setting.By = writers[name]
		}
		out[name] = setting
	}
	return out
}

var writerLine = lazyregexp.New(`(?m)^\s*_id:\d+ name:(\w+) pkg:([\w.]+) `)

// parseWriters parses rows of the settings service, for which package wrote which setting.
func parseWriters(text string) map[string]string {
	out := map[string]string{}
	for _, m := range writerLine.FindAllStringSubmatch(text, -1) {
		out[m[1]] = m[2]
	}
	return out
}

var fileLine = lazyregexp.New(`^([0-7]{1,5}) (\d{1,18}) (.+)$`)

// parseFiles parses rows of MODE SIZE PATH, as stat -c '%a %s %n' prints them, for files in one directory.
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

// parsePIDs parses rows of UID PID, and returns the processes of one user ID: an app has a different user ID
// for each Android user.
func parsePIDs(text string, uid int) []int {
	var out []int
	for line := range strings.Lines(text) {
		if w := strings.Fields(line); len(w) == 2 && number(w[0]) == uid && number(w[1]) > 0 {
			out = append(out, number(w[1]))
		}
	}
	return out
}
