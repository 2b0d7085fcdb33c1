package replay

import "encoding/binary"

// Limits of the data of client arrays that the player keeps.
const (
	maxKept      = 64
	maxKeptBytes = 64 << 20
	minKept      = 4 << 10 // smaller data is written each time
	maxSeen      = 4096
	keptExtra    = 16 // what the player adds to the size
)

// kept has the data of client arrays that the player keeps: what a program draws in each frame is written once. Data is identified
// by the IDs of its payloads, because the recorder gives equal data the same ones.
type kept struct {
	seen  map[string]int // data that was written: for which draw first
	known map[string]uint64
	bytes uint64
	draws int // operations other than OpVertices: client arrays between two of them are those of one draw
}

// keep replaces the data of a client array by its number, if the player keeps it. It keeps what a second draw reads. It reports false if
// the recording lacks the data.
func (b *binarySink) keep(o *Operation) (ok bool, err error) {
	k, key := &b.kept, keptKey(o.payloads)
	number, isKnown := k.known[key]
	if !isKnown {
		if o.read() != nil {
			return false, nil
		}
		data := o.parts[len(o.parts)-1]
		first, isSeen := k.seen[key]
		if !isSeen && data.size >= minKept && len(k.seen) < maxSeen {
			k.seen[key] = k.draws
		}
		size := data.size + keptExtra
		if !isSeen || first == k.draws || len(k.known) == maxKept || size > maxKeptBytes-k.bytes {
			return true, nil
		}
		var one Operation
		one.begin(OpKeep, o.Thread, int(o.Call))
		one.data(KindData, data.pieces...)
		if err := one.write(b.out); err != nil {
			return false, err
		}
		number = uint64(len(k.known))
		k.known[key] = number
		k.bytes += size
	}
	last := len(o.Values) - 1
	o.unread, o.parts, o.size = nil, o.parts[:0], 0
	o.Values[last], o.Kinds[last] = number, KindKept
	return true, nil
}

func keptKey(payloads []uint64) string {
	var key []byte
	for _, id := range payloads {
		key = binary.AppendUvarint(key, id)
	}
	return string(key)
}
