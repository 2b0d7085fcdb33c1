package view

import "time"

// pace has the time limits and intervals of work that the server does in parts.
type pace struct {
	paint   time.Duration // idle time of the page before data for later requests is computed, which uses a whole processor
	search  time.Duration // maximum time that one request searches; the answer has where to continue
	state   time.Duration // maximum time that one request evaluates calls; the answer has the progress
	refresh time.Duration // interval of reading a live recording
	header  time.Duration // maximum time to receive a request; 0 for the default
}

var usual = pace{
	paint:   time.Second,
	search:  80 * time.Millisecond,
	state:   300 * time.Millisecond,
	refresh: 500 * time.Millisecond,
}
