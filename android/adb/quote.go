package adb

import (
	"slices"
	"strconv"
	"strings"
)

// Quote returns word in single quotes, as one literal word for the device's shell.
func Quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// QuoteIfNeeded returns s as one word of a POSIX shell, quoted only if necessary.
func QuoteIfNeeded(s string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./:@%+=,~", c)
	}
	if s != "" && s[0] != '-' && s[0] != '~' && !slices.ContainsFunc([]rune(s), func(c rune) bool { return !plain(c) }) {
		return s
	}
	return Quote(s)
}

// CommandLine returns the command line with which a user calls adb for this device: adb and the arguments that
// select the server and the device.
func (d *Device) CommandLine() string {
	return "adb " + strings.Join(append(d.Client.serverWords(), "-s", QuoteIfNeeded(d.Serial)), " ")
}

// serverWords returns the arguments that select the server, as shell words.
func (c *Client) serverWords() []string {
	var words []string
	for i, w := range c.Global() {
		if i%2 == 1 {
			w = QuoteIfNeeded(w)
		}
		words = append(words, w)
	}
	return words
}

// CommandLine returns the arguments that select the server, as a user types them; "" for adb's default server.
func (c *Client) CommandLine() string { return strings.Join(c.serverWords(), " ") }

// RunAs returns the command with which the device's shell acts as an app of a user.
func RunAs(app string, user int) string {
	if user == 0 {
		return "run-as " + QuoteIfNeeded(app) // older versions have no --user
	}
	return "run-as " + QuoteIfNeeded(app) + " --user " + strconv.Itoa(user)
}
