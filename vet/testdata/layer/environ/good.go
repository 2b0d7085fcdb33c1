package main

import (
	"net/netip"
	"net/url"
	"os"

	"layer/gles"
)

type box struct{}

func (box) Getenv(string) string { return "" }

func getenv(os box) string { return os.Getenv("A") } // another os

var (
	level, _   = gles.Setting("level")
	home, _    = os.UserHomeDir()
	_          = os.Getpid()
	_          = os.Setenv("A", "B")
	_          = os.Expand("$A", func(string) string { return "" })
	_, _       = url.Parse("a")
	_          = netip.Addr{}
	elsewhere  = os.Getenv("ELSEWHERE") //gleslayer:ok environ for the desktop only
	_, _, _, _ = level, home, elsewhere, getenv
)

// desktop runs in the tests of the author.
//
//gleslayer:ok environ never called on Android
func desktop() (string, []string) { return os.Getenv("A"), os.Environ() }
