package device

import (
	"net"
	"strings"
	"sync"
)

// A link is a connection of an adb server.
type link struct {
	device  *Device
	raw     net.Conn
	conn    net.Conn // with the configured faults
	version uint32   // protocol version of both sides
	limit   int      // maximum packet size of both sides

	writing sync.Mutex
	mu      sync.Mutex
	streams map[uint32]*stream // by the number of this side
	last    uint32
}

func (d *Device) serve(conn net.Conn) {
	l := &link{device: d, raw: conn, conn: d.faults.wrap(conn), version: versionSums, limit: firstLimit, streams: map[uint32]*stream{}}
	defer l.close()
	for {
		p, err := readPacket(l.conn, l.limit, l.sums())
		if err != nil || !l.handlePacket(p) {
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

// handlePacket handles a packet. If it returns false, the link ends.
func (l *link) handlePacket(p packet) bool {
	switch p.command {
	case cmdConnect:
		return l.connect(p)
	case cmdAuth:
		return p.arg0 != authSignature || l.challenge() // wait until the user accepts the public key
	case cmdOpen:
		l.open(p)
	case cmdOkay:
		if s := l.stream(p.arg1); s != nil {
			s.okay(p.arg0)
		}
	case cmdWrite:
		if s := l.stream(p.arg1); s != nil {
			s.addReceived(p.data)
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
	l.version = versionSums // the reply itself still has a checksum
	l.device.mu.Lock()
	if l.device.links[l.raw] {
		l.device.authorized = l.raw // unless the link is cut during the reply
	}
	l.device.mu.Unlock()
	err := l.send(packet{cmdConnect, versionBare, maxPayload, []byte(l.device.banner())})
	l.version = version
	return err == nil
}

// The types of AUTH packets.
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

// open starts a service, or rejects an unknown one.
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
