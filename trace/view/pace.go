package view

import "time"

// pace is how long the server takes for what it does bit by bit.
type pace struct {
	paint   time.Duration // the page is left alone before what is only wanted later is made, which takes a processor for itself
	search  time.Duration // that one request looks: of a longer search the answer says where to go on
	state   time.Duration // that one request follows calls: until all were followed the answer says only how far that is
	refresh time.Duration // between looks at a live recording
	header  time.Duration // that a request may take to come: who sends slowly does not hold a place
}

var usual = pace{
	paint:   time.Second,
	search:  80 * time.Millisecond,
	state:   300 * time.Millisecond,
	refresh: 500 * time.Millisecond,
	header:  5 * time.Second,
}
