// Package session receives what recorders send and writes it into files, one for each process. A file has its name from the
// beginning and is whole up to its last chunk at any moment, so that whatever ends this process leaves one that can be read.
package session
