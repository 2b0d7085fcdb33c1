// Package hold lets one process at a time have a folder: until it lets go, or ends, however it does.
package hold
