package ui

// Exit codes are part of the interface: a number never changes its meaning.
const (
	ExitOK = iota
	ExitFailed
	ExitUsage
	ExitStale
	ExitFindings
	ExitDevice
	ExitNotLoaded
	ExitIncomplete
	ExitDifferent
	ExitInternal
)

// ExitCodes describes each code, for help and explain.
var ExitCodes = [...]struct{ Title, Text string }{
	ExitOK:         {"done", "The command succeeded."},
	ExitFailed:     {"failed", "A file operation, the network, or a program that the command called failed. The message names the cause."},
	ExitUsage:      {"wrong usage", "The command line is not valid: an unknown command, flag, function or version, or a pattern that matches nothing. Nothing was done."},
	ExitStale:      {"output is stale", "With --check: generated files differ from what would be generated now, or the project has a mistake that prevents a build. Nothing was written."},
	ExitFindings:   {"findings", "The checked files have errors, or doctor did not find a required program. The report lists them."},
	ExitDevice:     {"device or adb", "The device or adb failed or did not answer."},
	ExitNotLoaded:  {"layer not loaded", "A program or an app did not load a layer, or would not load it. \"run\" did not start the program, or the program ran without the layer. \"device enable\", \"device push\" and \"device why\" print the rule that prevents loading."},
	ExitIncomplete: {"recording is incomplete", "\"trace record\", \"trace start\" or \"device compare\" made a recording, but calls are missing in it, or it cannot be replayed, with --replayable. The message says why."},
	ExitDifferent:  {"recordings differ", "\"trace diff\" found a difference between two recordings, or \"trace replay\" between a recording and its replay. The report lists the first ones."},
	ExitInternal:   {"internal error", "gleslayergen has a defect: its code panicked. The message names a file with the stack. Report it with that file, the command and its input files."},
}
