package why

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// placeholders are the values of a row's placeholders, by name.
type placeholders map[string]string

// placeholderNames is the text of each placeholder if there is no device: in the picture, in docs/android.md and in `explain`.
var placeholderNames = map[string]string{
	"adb": "adb", "gles": "gleslayergen device",
	"app": "PKG", "layer": "LAYER.so", "layers": "LAYER.so", "user": "USER", "component": "PKG/ACTIVITY", "package": "LAYERS.PKG",
	"path": "PATH", "folder": "FOLDER", "abi": "ABI", "fileabi": "another ABI", "to": "PLACE", "place": "app", "near": "NEAR.so", "nears": "NEAR.so",
	"pid": "PID", "value": "...", "source": "the list", "setting": "SETTING", "symbol": "ENTRY_POINT", "release": "9",
	"step": "what that rule says", "from": "", "replace": "", "for": "", "as": "", "devpath": "PATH",
}

// words are placeholders whose values are already quoted for a shell.
var words = []string{"adb", "gles", "from", "replace", "for", "as"}

// unknownPlaceholder returns the first placeholder in text that is not defined, or "".
func unknownPlaceholder(text string) string {
	for _, part := range strings.Split(text, "{")[1:] {
		name, _, closed := strings.Cut(part, "}")
		if _, known := placeholderNames[name]; !closed || !known {
			return name
		}
	}
	return ""
}

// said fills words into a sentence.
func (h placeholders) said(text string) string {
	return h.fill(text, func(s string) string { return s })
}

// command fills words into a command for the reader's shell.
func (h placeholders) command(text string) string {
	return h.fill(text, adb.Word)
}

// untyped removes the values that cannot be typed in a command. It returns them by the text that replaces them.
func (h placeholders) untyped(text string) map[string]string {
	out := map[string]string{}
	for name, value := range h {
		if strings.Contains(text, "{"+name+"}") && !typeable(value) {
			out[placeholderNames[name]] = value
			delete(h, name)
		}
	}
	return out
}

// typeable reports whether a value looks the same on every terminal, so that a command with it can be pasted.
func typeable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError })
}

// IsCommand reports whether a remedy is for the reader's shell; the others are words.
func IsCommand(remedy string) bool {
	first, _, _ := strings.Cut(remedy, " ")
	return first == "gleslayergen" || first == "adb"
}

// fill replaces placeholders by their values. A placeholder without a value becomes a general name for it.
func (h placeholders) fill(text string, each func(string) string) string {
	var pairs []string
	for name, stands := range placeholderNames {
		value, filled := h[name]
		switch {
		case !filled || value == "":
			value = stands
		case !slices.Contains(words, name):
			value = each(value)
		}
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Placeholders fills a row's text for readers without a device.
func Placeholders(text string) string { return placeholders{}.said(text) }

// forDevice is s as one word of the device's shell, which sees what the reader's leaves of it.
func forDevice(s string) string {
	if s == "" {
		return ""
	}
	return adb.Word(s)
}
