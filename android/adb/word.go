package adb

import (
	"slices"
	"strconv"
	"strings"
)

// Quote makes one word of the device's shell, which it hands on unchanged.
func Quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// Word is s as one word of a POSIX shell, bare where that will do.
func Word(s string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./:@%+=,~", c)
	}
	if s != "" && s[0] != '-' && s[0] != '~' && !slices.ContainsFunc([]rune(s), func(c rune) bool { return !plain(c) }) {
		return s
	}
	return Quote(s)
}

// Typed is how a person calls adb for this device: the program's name, and what chooses the server and the device.
func (d *Device) Typed() string {
	return "adb " + strings.Join(append(d.Client.typed(), "-s", Word(d.Serial)), " ")
}

// typed are the arguments that choose the server, as words of a shell.
func (c *Client) typed() []string {
	var words []string
	for i, w := range c.Global() {
		if i%2 == 1 {
			w = Word(w)
		}
		words = append(words, w)
	}
	return words
}

// Typed are the arguments that choose the server, as a person types them; "" for adb's own.
func (c *Client) Typed() string { return strings.Join(c.typed(), " ") }

// RunAs is how the device's shell becomes an app of a user.
func RunAs(app string, user int) string {
	if user == 0 {
		return "run-as " + Word(app) // older ones know no other user
	}
	return "run-as " + Word(app) + " --user " + strconv.Itoa(user)
}
