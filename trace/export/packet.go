package export

import (
	"bufio"
	"io"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// The fields of Perfetto's messages that we write, by message. Its trace is a repeated field 1 of packets.
const (
	tracePacket = 1

	packetTimestamp = 8
	packetSequence  = 10
	packetEvent     = 11
	packetInterned  = 12
	packetFlags     = 13
	packetTrack     = 60

	eventNotes    = 4
	eventType     = 9
	eventNameID   = 10
	eventTrack    = 11
	eventCategory = 22
	eventName     = 23
	eventCounter  = 30

	trackID      = 1
	trackName    = 2
	trackProcess = 3
	trackThread  = 4
	trackParent  = 5
	trackCounter = 8

	processPID  = 1
	processName = 6
	threadPID   = 1
	threadTID   = 2
	threadName  = 5

	internedNames = 2 // of events
	nameID        = 1
	nameText      = 2

	noteName   = 10
	noteNumber = 4
	noteText   = 6
)

// eventKind is the type of an event.
type eventKind uint64

const (
	sliceBegin eventKind = 1
	sliceEnd   eventKind = 2
	instant    eventKind = 3
	counter    eventKind = 4
)

// Of the one sequence that we write: its first packet clears what was interned, the others need it.
const (
	sequence       = 1
	flagCleared    = 1
	flagNeedsState = 2
)

// message is a message that is being written.
type message []byte

func (m *message) number(field protowire.Number, v uint64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), v)
}

func (m *message) text(field protowire.Number, s string) {
	*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), s)
}

func (m *message) message(field protowire.Number, inner message) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), inner)
}

// packets writes packets, one after the other.
type packets struct {
	out   *bufio.Writer
	names map[string]uint64 // of events, that are written already
	begun bool
	err   error
}

func newPackets(w io.Writer) *packets {
	return &packets{out: bufio.NewWriterSize(w, 256<<10), names: map[string]uint64{}}
}

func (p *packets) write(m message) {
	flags := uint64(flagNeedsState)
	if !p.begun {
		flags |= flagCleared
	}
	p.begun = true
	m.number(packetSequence, sequence)
	m.number(packetFlags, flags)
	var framed message
	framed.message(tracePacket, m)
	if _, err := p.out.Write(framed); p.err == nil {
		p.err = err
	}
}

// track describes a track.
func (p *packets) track(id, parent uint64, name string, more func(*message)) {
	var t, m message
	t.number(trackID, id)
	if parent != 0 {
		t.number(trackParent, parent)
	}
	if name != "" {
		t.text(trackName, name)
	}
	if more != nil {
		more(&t)
	}
	m.message(packetTrack, t)
	p.write(m)
}

// event is an event on a track.
type event struct {
	kind     eventKind
	track    uint64
	at       time.Duration
	name     string
	category string
	rare     bool // the name is not kept for the next event with it
	notes    []note
	count    int
}

// note is a fact about an event: a text or a number.
type note struct {
	name, text string
	number     int64
}

func (p *packets) event(e event) {
	var m, body message
	m.number(packetTimestamp, uint64(max(e.at, 0)))
	body.number(eventType, uint64(e.kind))
	body.number(eventTrack, e.track)
	if e.category != "" {
		body.text(eventCategory, e.category)
	}
	switch {
	case e.name == "":
	case e.rare:
		body.text(eventName, e.name)
	default:
		body.number(eventNameID, p.intern(&m, e.name))
	}
	if e.kind == counter {
		body.number(eventCounter, uint64(e.count))
	}
	for _, n := range e.notes {
		body.message(eventNotes, n.message())
	}
	m.message(packetEvent, body)
	p.write(m)
}

func (n note) message() (m message) {
	m.text(noteName, n.name)
	if n.text != "" {
		m.text(noteText, n.text)
	} else {
		m.number(noteNumber, uint64(n.number))
	}
	return m
}

// intern gives a name its number, and the packet the name where it is new.
func (p *packets) intern(m *message, name string) uint64 {
	if id, ok := p.names[name]; ok {
		return id
	}
	id := uint64(len(p.names) + 1)
	p.names[name] = id
	var entry, interned message
	entry.number(nameID, id)
	entry.text(nameText, name)
	interned.message(internedNames, entry)
	m.message(packetInterned, interned)
	return id
}

func (p *packets) close() error {
	if err := p.out.Flush(); p.err == nil {
		p.err = err
	}
	return p.err
}
