// Package registrycmd has the commands registry and explain.
package registrycmd
