// Package gen turns a registry and the author's choices into the files of a layer project.
//
// New resolves everything once into a Plan: which commands, their ids, every C and Go name and type, the
// calling shapes, the enum groups. Emitters (Go by jennifer, everything else by text/template) only print
// what the plan says. Render gives a map of path to file and writes nothing.
package gen
