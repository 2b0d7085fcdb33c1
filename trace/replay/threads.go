package replay

import "fmt"

// maxThreads is the maximum number of a thread in a script: the player has as many.
const maxThreads = 256

// beginThreads makes the player create the threads, so that its recorder numbers them as the recording does. A thread of which no call
// is made would have no number, and then the calls of others could not be compared.
func (x *writer) beginThreads() error {
	last := uint32(1)
	for _, t := range x.file.Threads() {
		if t.Calls == 0 {
			continue
		}
		if t.Number < 1 || t.Number > maxThreads {
			return fmt.Errorf("the recording has thread %d: a replay has at most %d threads, numbered from 1", t.Number, maxThreads)
		}
		last = max(last, t.Number)
	}
	for number := uint32(1); number <= last && last > 1; number++ {
		x.op.begin(OpValue, uint16(number), 0)
		x.op.number(0)
		x.op.number(0)
		x.emit()
	}
	return x.err
}
