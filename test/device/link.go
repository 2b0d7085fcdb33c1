package device

import (
	"net"
	"strings"
	"sync"
)

// A link is one connection of an adb server.
type link struct {
	device  *Device
	raw     net.Conn
	conn    net.Conn // with the device's faults
	version uint32   // both sides speak it
	limit   int      // both sides take packets of this size

	writing sync.Mutex
	mu      sync.Mutex
	streams map[uint32]*stream // by our number
	last    uint32
}

func (d *Device) serve(conn net.Conn) {
	l := &link{device: d, raw: conn, conn: d.faults.wrap(conn), version: versionSums, limit: firstLimit, streams: map[uint32]*stream{}}
	defer l.close()
	for {
		p, err := readPacket(l.conn, l.limit, l.sums())
		if err != nil || !l.take(p) {
			return
		}
	}
}

func (l *link) sums() bool { return l.version < versionBare }

func (l *link) close() {
	l.conn.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		s.end()
	}
	clear(l.streams)
}

func (l *link) send(p packet) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err := l.conn.Write(p.bytes(l.sums()))
	return err
}

// take does what a packet asks for; false ends the link.
func (l *link) take(p packet) bool {
	switch p.command {
	case cmdConnect:
		return l.connect(p)
	case cmdAuth:
		return p.arg0 != authSignature || l.challenge() // a public key waits until a user allows it
	case cmdOpen:
		l.open(p)
	case cmdOkay:
		if s := l.stream(p.arg1); s != nil {
			s.okay(p.arg0)
		}
	case cmdWrite:
		if s := l.stream(p.arg1); s != nil {
			s.arrive(p.data)
		} else {
			return l.send(packet{command: cmdClose, arg1: p.arg0}) == nil
		}
	case cmdClose:
		if s := l.stream(p.arg1); s != nil {
			s.end()
		}
	}
	return true
}

// connect replies with the banner, asks for a key and accepts no signature, or does not reply, as configured.
func (l *link) connect(p packet) bool {
	switch {
	case l.device.faults.offline():
		return true
	case l.device.faults.unauthorized():
		return l.challenge()
	}
	l.limit = int(min(p.arg1, maxPayload))
	if l.limit < firstLimit {
		return false
	}
	version := min(p.arg0, versionBare)
	l.version = versionSums // the answer itself still carries its sum
	l.device.mu.Lock()
	if l.device.links[l.raw] {
		l.device.greeted = l.raw // until it is cut, if amid the answer
	}
	l.device.mu.Unlock()
	err := l.send(packet{cmdConnect, versionBare, maxPayload, []byte(l.device.banner())})
	l.version = version
	return err == nil
}

// The kinds of AUTH.
const (
	authToken     = 1
	authSignature = 2
)

func (l *link) challenge() bool {
	return l.send(packet{cmdAuth, authToken, 0, []byte("twenty bytes of ours")}) == nil
}

func (d *Device) banner() string {
	return "device::ro.product.name=" + d.Prop("ro.product.name") + ";ro.product.model=" + d.Prop("ro.product.model") +
		";ro.product.device=" + d.Prop("ro.product.device") + ";features=" + d.release.words("features")
}

func (l *link) stream(id uint32) *stream {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.streams[id]
}

// open begins a service, or refuses one there is none of.
func (l *link) open(p packet) {
	name := strings.TrimRight(string(p.data), "\x00")
	service := l.device.service(name)
	if service == nil || !l.device.faults.step() {
		_ = l.send(packet{command: cmdClose, arg1: p.arg0})
		return
	}
	l.mu.Lock()
	l.last++
	s := newStream(l, l.last, p.arg0)
	l.streams[s.local] = s
	l.mu.Unlock()
	l.device.run(func() {
		defer s.finish()
		l.device.faults.delay()
		if l.send(packet{command: cmdOkay, arg0: s.local, arg1: s.remote}) == nil {
			service(s)
		}
	})
}

func (l *link) forget(s *stream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.streams, s.local)
}
