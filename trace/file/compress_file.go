package file

import (
	"context"
	"errors"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// CompressResult describes a compressed recording.
type CompressResult struct {
	CompressStats
	In, Out int64 // size in bytes
	Cut     int64 // bytes at the end that are not complete chunks
	Damaged int   // number of damaged chunks, which were omitted
	Ended   bool  // whether the recording has an End
}

// Compress compresses a recording, raw or compressed, of size bytes. It calls progress with the number of
// bytes read.
func Compress(ctx context.Context, to io.Writer, from io.Reader, size int64, progress func(int64)) (CompressResult, error) {
	out, err := format.NewWriter(to, format.Small)
	if err != nil {
		return CompressResult{}, err
	}
	c := compression{p: newCompressor(out), r: format.NewReader(from), out: out, progress: progress}
	if err := c.all(ctx); err != nil {
		return CompressResult{}, err
	}
	if err := c.p.flush(); err != nil {
		return CompressResult{}, err
	}
	r := c.result
	r.CompressStats, r.In, r.Out, r.Cut = c.p.stats, size, out.Size(), size-c.good
	r.Damaged += r.Bad
	return r, nil
}

type compression struct {
	p        *compressor
	r        *format.Reader
	out      *format.Writer
	progress func(int64)
	good     int64 // offset of the end of the last complete chunk
	result   CompressResult
}

// all compresses all complete chunks.
func (c *compression) all(ctx context.Context) error {
	damaged := 0
	for ctx.Err() == nil {
		one, err := c.r.Next()
		var bad *format.Damaged
		switch {
		case err == nil:
		case c.good == 0 && err != io.EOF && !errors.Is(err, format.ErrCut):
			return err
		case errors.As(err, &bad) && bad.Size > 0:
			damaged++ // counts only if a valid chunk follows; otherwise it is part of the truncated end
			continue
		case err == io.EOF && c.good > 0, errors.Is(err, format.ErrCut) && c.good > 0, bad != nil:
			return nil
		case err == io.EOF, errors.Is(err, format.ErrCut):
			return errors.New("truncated recording: no complete chunk")
		default:
			return err
		}
		if err := c.add(one, damaged); err != nil {
			return err
		}
		damaged = 0
	}
	return ctx.Err()
}

// add adds a chunk that follows damaged ones.
func (c *compression) add(one format.Chunk, damaged int) error {
	if c.good == 0 && one.Type != tracepb.ChunkType_CHUNK_HELLO {
		return errors.New("invalid recording: it does not begin with a Hello chunk")
	}
	if err := c.addDamage(damaged); err != nil {
		return err
	}
	c.result.Damaged += damaged
	c.good = c.r.End()
	c.result.Ended = one.Type == tracepb.ChunkType_CHUNK_END
	c.progress(c.good)
	bad := c.p.stats.Bad
	if err := c.p.add(one); err != nil {
		return err
	}
	return c.addDamage(c.p.stats.Bad - bad)
}

// addDamage writes how many chunks the result lacks. Readers then know that payloads can be missing.
func (c *compression) addDamage(chunks int) error {
	if chunks == 0 {
		return nil
	}
	return c.out.Message(tracepb.ChunkType_CHUNK_DAMAGED, 0, damage(chunks))
}
