//go:build linux

package recorder_test

func actAsHost() bool { return false }
