package report

import "time"

// event is an event on a track.
type event struct {
	kind        eventKind
	track       uint64 // of a sequence without its own track
	at          time.Duration
	name        string
	rare        bool // do not intern the name
	category    string
	annotations []note
	count       int64
}

// note is an annotation of an event: a text or a number.
type note struct {
	name, text string
	number     int64
}

func (s *sequence) event(e event) {
	var m, body, data message
	if s.own {
		m.number(packetTimestamp, uint64(max(e.at-s.now, 0)))
		s.now = max(e.at, s.now)
	} else {
		m.number(packetTimestamp, uint64(max(e.at, 0)))
		body.number(eventTrack, e.track)
	}
	body.number(eventType, uint64(e.kind))
	if e.category != "" {
		body.either(eventCategoryID, s.intern(&data, internedCategories, e.category), eventCategory, e.category)
	}
	if e.name != "" {
		id := uint64(0)
		if !e.rare {
			id = s.intern(&data, internedNames, e.name)
		}
		body.either(eventNameID, id, eventName, e.name)
	}
	if e.kind == counter {
		body.number(eventCounter, uint64(e.count))
	}
	for _, n := range e.annotations {
		body.message(eventNotes, s.note(&data, n))
	}
	m.message(packetEvent, body)
	if len(data) > 0 {
		m.message(packetInterned, data)
	}
	s.write(m)
}

func (s *sequence) note(data *message, n note) (m message) {
	m.either(noteNameID, s.intern(data, internedNotes, n.name), noteName, n.name)
	if n.text == "" {
		m.number(noteNumber, uint64(n.number))
	} else {
		m.either(noteTextID, s.intern(data, internedValues, n.text), noteText, n.text)
	}
	return m
}
