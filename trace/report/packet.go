package report

import (
	"bufio"
	"io"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
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

// either writes the ID of an interned text, or the text if it has none.
func (m *message) either(field protowire.Number, id uint64, plain protowire.Number, s string) {
	if id != 0 {
		m.number(field, id)
	} else {
		m.text(plain, s)
	}
}

// packets writes the packets of a trace.
type packets struct {
	out      *bufio.Writer
	sequence uint64 // ID of the last sequence
	interned int    // texts in the tables of all sequences
	err      error
}

func newPackets(w io.Writer) *packets { return &packets{out: bufio.NewWriterSize(w, 256<<10)} }

func (p *packets) close() error {
	if err := p.out.Flush(); p.err == nil {
		p.err = err
	}
	return p.err
}

// sequence is a sequence of packets with its own state: interned texts, and a track and a clock that packets
// do not repeat.
type sequence struct {
	*packets
	id    uint64
	begun bool
	own   bool          // has a track and a clock
	now   time.Duration // of the last event, if own
	texts map[protowire.Number]map[string]uint64
}

// newSequence returns a sequence whose events have absolute times and name their track.
func (p *packets) newSequence() *sequence {
	p.sequence++
	return &sequence{packets: p, id: p.sequence, texts: map[protowire.Number]map[string]uint64{}}
}

// newTrackSequence returns a sequence for events of one track from a time on, in the order of their times:
// a packet has the time since the previous one.
func (p *packets) newTrackSequence(track uint64, from time.Duration) *sequence {
	s := p.newSequence()
	var m, clocks, defaults, event message
	for _, id := range []uint64{clockBoottime, clockOwn} {
		var clock message
		clock.number(clockID, id)
		clock.number(clockTime, uint64(max(from, 0)))
		if id == clockOwn {
			clock.number(clockIncremental, 1)
		}
		clocks.message(snapshotClocks, clock)
	}
	event.number(eventTrack, track)
	defaults.message(defaultsEvent, event)
	defaults.number(packetClock, clockOwn)
	m.number(packetTimestamp, uint64(max(from, 0)))
	m.number(packetClock, clockBoottime)
	m.message(packetSnapshot, clocks)
	m.message(packetDefaults, defaults)
	s.write(m)
	s.own, s.now = true, from
	return s
}

func (s *sequence) write(m message) {
	flags := uint64(flagNeedsState)
	if !s.begun {
		flags |= flagCleared
	}
	s.begun = true
	m.number(packetSequence, s.id)
	m.number(packetFlags, flags)
	var framed message
	framed.message(tracePacket, m)
	if _, err := s.out.Write(framed); s.err == nil {
		s.err = err
	}
}

// track writes the description of a track.
func (s *sequence) track(id, parent uint64, name string, more func(*message)) {
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
	s.write(m)
}

// Limits of the texts that are interned. Texts beyond are repeated.
const (
	mostInterned = 1 << 18
	longestText  = 200
)

// intern returns the ID of a text in a table, and adds a new text to the interned data of the packet. It
// returns 0 if the text is not interned.
func (s *sequence) intern(data *message, table protowire.Number, text string) uint64 {
	if id, ok := s.texts[table][text]; ok {
		return id
	}
	if s.interned == mostInterned || len(text) > longestText {
		return 0
	}
	if s.texts[table] == nil {
		s.texts[table] = map[string]uint64{}
	}
	id := uint64(len(s.texts[table]) + 1)
	s.texts[table][text] = id
	s.interned++
	var entry message
	entry.number(internedID, id)
	entry.text(internedText, text)
	data.message(table, entry)
	return id
}
