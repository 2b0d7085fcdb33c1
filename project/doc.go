// Package project creates and updates layer projects: their gleslayer.yaml and gleslayer.lock, the ownership
// of files, and atomic writes.
package project
