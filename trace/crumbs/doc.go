// Package crumbs reads the files of the module breadcrumbs: the last calls of each thread of a process, which the layer
// keeps in mapped memory so that they survive a crash. It treats a file as untrusted, because it is written until the
// process ends at any instruction.
package crumbs
