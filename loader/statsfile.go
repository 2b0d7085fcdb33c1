package loader

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// statsFile reads the parts of a stats. After the first error it reads nothing.
type statsFile struct {
	r    io.ReaderAt
	size int64
	head header
	err  error
}

// header reads the header and checks its numbers against the limits.
func (f *statsFile) header() error {
	head := f.block(0, 0, 0, statsHeader)
	if f.err != nil {
		return errors.New("file too short for a stats header")
	}
	h := &f.head
	if err := binary.Read(bytes.NewReader(head), native, h); err != nil {
		return err
	}
	switch {
	case string(h.Magic[:]) != statsMagic:
		return errors.New("wrong magic number: not a stats file")
	case h.Total > uint64(f.size):
		return fmt.Errorf("truncated stats: the header says %d bytes, the file has %d", h.Total, f.size)
	case h.Names > mostNames || h.Known > h.Names || h.Layers > mostLayers || h.Threads > mostThreads:
		return fmt.Errorf("a number in the stats header is out of range: %d names (%d of them known to the loader), %d layers, %d threads",
			h.Names, h.Known, h.Layers, h.Threads)
	}
	return nil
}

// block reads length bytes of element i of an array with this offset and stride.
func (f *statsFile) block(offset, stride uint64, i, length int) []byte {
	if f.err != nil {
		return nil
	}
	at, end := offset, uint64(f.size)
	if i > 0 && stride > end/uint64(i) || offset > end {
		f.err = errors.New("offset in the stats header is beyond the end of the file")
		return nil
	}
	if at += stride * uint64(i); at > end || uint64(length) > end-at {
		f.err = errors.New("a block of the stats file extends beyond the end of the file")
		return nil
	}
	p := make([]byte, length)
	_, f.err = f.r.ReadAt(p, int64(at))
	return p
}

func (f *statsFile) names(b *ProcessStats) {
	count := int(f.head.Names)
	all := f.block(f.head.AtNames, 0, 0, count*nameSize)
	if f.err != nil {
		return
	}
	b.Names, b.Calls = make([]string, count), make([]uint64, count)
	for i := range b.Names {
		b.Names[i] = text(all[i*nameSize : (i+1)*nameSize])
	}
}

func (f *statsFile) layers(b *ProcessStats) {
	for i := range int(f.head.Layers) {
		p := f.block(f.head.AtLayers, f.head.LayerStride, i, layerHead+len(b.Names))
		if f.err != nil {
			return
		}
		layer := LayerStats{Path: text(p[:pathSize]), Walked: int(native.Uint32(p[pathSize:])),
			Lookups: int(native.Uint32(p[pathSize+4:])), Hooked: make([]bool, len(b.Names))}
		for j, hooked := range p[layerHead:] {
			layer.Hooked[j] = hooked != 0
		}
		b.Layers = append(b.Layers, layer)
	}
}

// running reads the layers that the loader is calling. They need not be loaded yet.
func (f *statsFile) running(b *ProcessStats) {
	for i := range f.layerBlocks() {
		p := f.block(f.head.AtLayers, f.head.LayerStride, i, layerHead)
		if f.err != nil {
			return
		}
		if phase := Phase(native.Uint32(p[pathSize+8:])); phase > phaseNone && phase < phaseCount {
			b.Running = append(b.Running, LayerCall{text(p[:pathSize]), phase})
		}
	}
}

// layerBlocks returns the number of blocks for layers, used or not.
func (f *statsFile) layerBlocks() int {
	h := &f.head
	if h.LayerStride == 0 || h.AtProblem < h.AtLayers {
		return 0
	}
	return int(min((h.AtProblem-h.AtLayers)/h.LayerStride, mostLayers))
}

// counts adds up the counters of all threads.
func (f *statsFile) counts(b *ProcessStats) {
	at := f.head.AtThreads + f.head.AtCounts
	if at < f.head.AtThreads {
		at = uint64(f.size) + 1
	}
	for i := range int(f.head.Threads) {
		p := f.block(at, f.head.ThreadStride, i, 8*len(b.Names))
		if f.err != nil {
			return
		}
		for j := range b.Calls {
			b.Calls[j] += native.Uint64(p[8*j:])
		}
	}
}

func (f *statsFile) problems(b *ProcessStats) {
	for i := range min(int(f.head.Problems), mostProblems) {
		p := f.block(f.head.AtProblem, problemSize, i, problemSize)
		if f.err != nil {
			return
		}
		if words := text(p); words != "" {
			b.Problems = append(b.Problems, words)
		}
	}
}
