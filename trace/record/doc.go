// Package record records processes into files, one file for each process: programs of this machine, and apps
// of a device.
//
// A file is valid up to its last chunk at any moment, so it can be read even if this process is killed.
package record
