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

// placeholderNames has the text for each placeholder without a device, as in docs/android.md and `explain`.
var placeholderNames = map[string]string{
	"adb": "adb", "gles": "gleslayergen device",
	"app": "PKG", "layer": "LAYER.so", "layers": "LAYER.so", "user": "USER", "component": "PKG/ACTIVITY", "package": "LAYERS.PKG",
	"path": "PATH", "folder": "DIR", "abi": "ABI", "fileabi": "another ABI", "to": "PLACE", "place": "app", "near": "NEAR.so", "nears": "NEAR.so",
	"pid": "PID", "value": "VALUE", "source": "the list", "setting": "SETTING", "symbol": "ENTRY_POINT", "release": "9",
	"step": "REASON", "from": "", "replace": "", "for": "", "as": "", "instead": "", "devpath": "PATH",
	"undo": "adb shell settings delete global SETTING",
}

// quotedPlaceholders are placeholders whose values are already quoted for a shell.
var quotedPlaceholders = []string{"adb", "gles", "from", "replace", "for", "as", "undo"}

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

// expand replaces the placeholders in a sentence.
func (h placeholders) expand(text string) string {
	return h.fill(text, func(s string) string { return s })
}

// command replaces the placeholders in a command for the user's shell.
func (h placeholders) command(text string) string {
	return h.fill(text, adb.QuoteIfNeeded)
}

// removeUntypeable removes the values that cannot be typed in a command. It returns them by the text that
// replaces them.
func (h placeholders) removeUntypeable(text string) map[string]string {
	out := map[string]string{}
	for name, value := range h {
		if strings.Contains(text, "{"+name+"}") && !isTypeable(value) {
			out[placeholderNames[name]] = value
			delete(h, name)
		}
	}
	return out
}

// isTypeable reports whether all characters are printable, so that a command with the value can be copied
// from a terminal.
func isTypeable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError })
}

// IsCommand reports whether a remedy is a shell command and not a sentence.
func IsCommand(remedy string) bool {
	first, _, _ := strings.Cut(remedy, " ")
	return first == "gleslayergen" || first == "adb"
}

// fill replaces placeholders by their values. A placeholder without a value becomes its general name.
func (h placeholders) fill(text string, each func(string) string) string {
	var pairs []string
	for name, stands := range placeholderNames {
		value, filled := h[name]
		switch {
		case !filled || value == "":
			value = stands
		case !slices.Contains(quotedPlaceholders, name):
			value = each(value)
		}
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Placeholders expands a row's text without a device.
func Placeholders(text string) string { return placeholders{}.expand(text) }

// deviceArg quotes s as one word of the device's shell. The user's shell needs a second quoting.
func deviceArg(s string) string {
	if s == "" {
		return ""
	}
	return adb.QuoteIfNeeded(s)
}
