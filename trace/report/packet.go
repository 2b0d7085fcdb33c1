package report

import (
	"bufio"
	"io"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of the Perfetto messages that the exporter writes, with their names in the public schema,
// protos/perfetto/trace/perfetto_trace.proto. A trace is a repeated field 1 of packets.
const (
	tracePacket = 1 // Trace.packet

	// TracePacket
	packetTimestamp = 8  // timestamp
	packetSequence  = 10 // trusted_packet_sequence_id
	packetEvent     = 11 // track_event
	packetInterned  = 12 // interned_data
	packetFlags     = 13 // sequence_flags
	packetTrack     = 60 // track_descriptor

	// TrackEvent
	eventNotes    = 4  // debug_annotations
	eventType     = 9  // type
	eventNameID   = 10 // name_iid
	eventTrack    = 11 // track_uuid
	eventCategory = 22 // categories
	eventName     = 23 // name
	eventCounter  = 30 // counter_value

	// TrackDescriptor
	trackID      = 1 // uuid
	trackName    = 2 // name
	trackProcess = 3 // process
	trackThread  = 4 // thread
	trackParent  = 5 // parent_uuid
	trackCounter = 8 // counter

	processPID  = 1 // ProcessDescriptor.pid
	processName = 6 // ProcessDescriptor.process_name
	threadPID   = 1 // ThreadDescriptor.pid
	threadTID   = 2 // ThreadDescriptor.tid
	threadName  = 5 // ThreadDescriptor.thread_name

	internedNames = 2 // InternedData.event_names
	nameID        = 1 // EventName.iid
	nameText      = 2 // EventName.name

	// DebugAnnotation
	noteName   = 10 // name
	noteNumber = 4  // int_value
	noteText   = 6  // string_value
)

// eventKind is the type of an event, TrackEvent.Type.
type eventKind uint64

const (
	sliceBegin eventKind = 1 // TYPE_SLICE_BEGIN
	sliceEnd   eventKind = 2 // TYPE_SLICE_END
	instant    eventKind = 3 // TYPE_INSTANT
	counter    eventKind = 4 // TYPE_COUNTER
)

// The exporter writes one sequence: its first packet clears the incremental state, all others depend on it.
const (
	sequence       = 1
	flagCleared    = 1 // SEQ_INCREMENTAL_STATE_CLEARED
	flagNeedsState = 2 // SEQ_NEEDS_INCREMENTAL_STATE
)

// message is a message being encoded.
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

// packets writes packets.
type packets struct {
	out   *bufio.Writer
	names map[string]uint64 // IDs of the event names that were written
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

// track writes the description of a track.
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
	kind        eventKind
	track       uint64
	at          time.Duration
	name        string
	category    string
	rare        bool // do not intern the name
	annotations []note
	count       int
}

// note is an annotation of an event: a text or a number.
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
	for _, n := range e.annotations {
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

// intern returns the ID of a name and adds the name to the packet if it is new.
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
