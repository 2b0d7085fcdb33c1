// Package gen generates the files of a layer project from a registry and the author's choices.
//
// New resolves everything once into a Plan: the commands, their ids, all C and Go names and types, the
// calling shapes, and the enum groups. Emitters print the plan without computing more; Go emitters use
// jennifer, all others use text/template. Render returns the files by path and writes nothing.
package gen
