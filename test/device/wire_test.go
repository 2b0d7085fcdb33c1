package device

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
)

func TestPacket(t *testing.T) {
	p := packet{cmdWrite, 1, 2, []byte("data")}
	for _, sums := range []bool{true, false} {
		q, err := readPacket(bytes.NewReader(p.bytes(sums)), 100, sums)
		if err != nil || q.command != p.command || q.arg0 != 1 || q.arg1 != 2 || string(q.data) != "data" {
			t.Errorf("%v: %v %v", sums, q, err)
		}
	}
	for what, damage := range map[string]func([]byte){
		"magic": func(b []byte) { b[20]++ }, "sum": func(b []byte) { b[16]++ }, "data": func(b []byte) { b[25]++ }, "length": func(b []byte) { b[15] = 1 },
	} {
		b := p.bytes(true)
		damage(b)
		if _, err := readPacket(bytes.NewReader(b), 100, true); err == nil {
			t.Errorf("a packet of a wrong %s is taken", what)
		}
	}
}

// An adb of before version 0x01000001 gets sums, and has to send them; its packets are small.
func TestOldVersion(t *testing.T) {
	d := Start(t, Options{Bare: true})
	conn, err := net.Dial("tcp", d.Serial())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	send := func(p packet) {
		if _, err := conn.Write(p.bytes(true)); err != nil {
			t.Fatal(err)
		}
	}
	receive := func() packet {
		p, err := readPacket(conn, firstLimit, true)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	send(packet{cmdConnect, versionSums, firstLimit, []byte("host::")})
	if p := receive(); p.command != cmdConnect || !strings.HasPrefix(string(p.data), "device::") {
		t.Fatalf("%v", p)
	}
	send(packet{cmdOpen, 7, 0, []byte("shell:head -c 5000 /dev/zero\x00")})
	size := 0
	for {
		p := receive()
		if p.command == cmdWrite {
			size += len(p.data)
			send(packet{command: cmdOkay, arg0: p.arg1, arg1: p.arg0})
		}
		if p.command == cmdClose {
			break
		}
	}
	if size != 5000 {
		t.Errorf("%d bytes came", size)
	}
	b := packet{cmdOpen, 8, 0, []byte("shell:id\x00")}.bytes(true)
	b[16]++ // the sum
	if _, err := conn.Write(b); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("a wrong sum is taken")
	}
}

func FuzzPacket(f *testing.F) {
	f.Add(packet{cmdOpen, 1, 0, []byte("shell:id\x00")}.bytes(true), true)
	f.Fuzz(func(t *testing.T, data []byte, sums bool) {
		p, err := readPacket(bytes.NewReader(data), 1000, sums)
		if err != nil {
			return
		}
		if again := p.bytes(sums); sums && !bytes.Equal(again, data[:len(again)]) {
			t.Errorf("%x becomes %x", data, again)
		}
	})
}

// FuzzSync gives the file transfer any bytes: nothing of them gets out of the device's folders that the shell may write.
func FuzzSync(f *testing.F) {
	request := func(id, text string) string {
		return string(binary.LittleEndian.AppendUint32([]byte(id), uint32(len(text)))) + text
	}
	f.Add([]byte(request("SEND", "/data/local/tmp/f,33188") + request("DATA", "text") + "DONE\x00\x00\x00\x00" + request("RECV", "/data/local/tmp/f")))
	f.Add([]byte(request("LIST", "/data/local/tmp") + request("STA2", "/sdcard") + request("SEND", "/data/local/tmp/l,41471") + request("DATA", "/etc") + "DONE\x00\x00\x00\x00" + request("STAT", "/data/local/tmp/l/passwd")))
	d, err := New(f.TempDir(), Options{Bare: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(d.Close)
	outside := func() Snapshot { return d.Snapshot().Without("file /data/local/tmp", "file /storage/emulated/0") }
	before := outside()
	f.Fuzz(func(t *testing.T, data []byte) {
		y := &syncer{d, user{uid: uidShell}, struct {
			io.Reader
			io.Writer
		}{bytes.NewReader(data), io.Discard}, context.Background()}
		for y.serve() {
		}
		if diff := before.Diff(outside()); diff != nil {
			t.Error(diff)
		}
	})
}
