// Package tracecmd has the subcommands of trace, which record and read the calls of programs.
package tracecmd
