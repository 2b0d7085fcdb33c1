package trim

import (
	"bytes"
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Check is the result of a comparison of the images of a range in replays of a recording and of its trimmed recording. Frames and
// draws have numbers in the range, from 0.
type Check struct {
	Compared  int   `json:"compared"`  // images
	Different []int `json:"different"` // frames or draws whose images differ
	Missing   []int `json:"missing"`   // frames or draws without an image in one of the replays
}

// CheckFrames compares the images of count frames: those of the whole recording from first on, and those of the trimmed one. It fails
// if one of them has fewer frames.
func CheckFrames(ctx context.Context, whole, part *file.File, first, count int) (Check, error) {
	return compareImages(ctx, pair{whole, frameImages(whole)}, pair{part, frameImages(part)}, first, count, "frame")
}

// CheckDraws compares the images of draws, as CheckFrames does it for frames. The range begins with draw first of the whole
// recording, and is the last count draws of the trimmed one.
func CheckDraws(ctx context.Context, whole, part *file.File, first, count int) (Check, error) {
	all, err := drawImages(ctx, whole)
	if err != nil {
		return Check{}, err
	}
	images, err := drawImages(ctx, part)
	if err != nil {
		return Check{}, err
	}
	return compareImages(ctx, pair{whole, all}, pair{part, images[max(len(images)-count, 0):]}, first, count, "draw")
}

// pair is a recording with the calls that have the images of its frames or draws; -1 for a frame or draw without an image.
type pair struct {
	*file.File
	images []int
}

// compareImages compares count images: of one recording from first on, and of the other from its beginning.
func compareImages(ctx context.Context, whole, part pair, first, count int, kind string) (Check, error) {
	c := Check{Different: []int{}, Missing: []int{}}
	if n := len(whole.images) - first; n < count {
		return c, fmt.Errorf("the replay of the recording has %d %ss of the range, which has %d", max(n, 0), kind, count)
	}
	if n := len(part.images); n < count {
		return c, fmt.Errorf("the replay of the trimmed recording has %d %ss of the range, which has %d", n, kind, count)
	}
	for n := range count {
		one, err := readImage(whole.File, whole.images[first+n])
		if err != nil {
			return c, err
		}
		other, err := readImage(part.File, part.images[n])
		if err != nil {
			return c, err
		}
		if err := ctx.Err(); err != nil {
			return c, err
		}
		c.add(n, one, other)
	}
	return c, nil
}

// add adds the images of a frame or draw.
func (c *Check) add(n int, one, other pixels) {
	if one.data == nil || other.data == nil {
		c.Missing = append(c.Missing, n)
		return
	}
	c.Compared++
	if one.width != other.width || one.height != other.height || !bytes.Equal(one.data, other.data) {
		c.Different = append(c.Different, n)
	}
}

// pixels is an image; without data, it is missing.
type pixels struct {
	width, height uint64
	data          []byte
}

// readImage returns the image of a call; call is -1 if there is none.
func readImage(f *file.File, call int) (p pixels, err error) {
	if call < 0 {
		return p, nil
	}
	c, err := f.Call(call)
	if err != nil {
		return p, err
	}
	for i, param := range c.Function.Params {
		switch v := c.Args[i]; {
		case param.Name == "width":
			p.width = v.Bits
		case param.Name == "height":
			p.height = v.Bits
		case param.Name == "data" && v.HasData():
			p.data, err = f.Payload(v.Data.Payloads)
		}
	}
	return p, err
}

// frameImages returns the calls with the images of the frames of a recording.
func frameImages(f *file.File) []int {
	var images []int
	for _, frame := range f.Frames() {
		images = append(images, frame.Image)
	}
	return images
}

// drawImages returns the calls with the images of the draws of a recording.
func drawImages(ctx context.Context, f *file.File) ([]int, error) {
	var images []int
	draws := map[uint32][]int{} // numbers of the draws of a context
	for span, err := range f.Spans(0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		for i := range span.Len {
			switch fn := span.Function(i); {
			case fn.IsDraw():
				draws[span.Context] = append(draws[span.Context], len(images))
				images = append(images, -1)
			case fn.Name == "gltrace.DrawImage":
				own := draws[span.Context]
				if ago, _ := span.Arg(i, "ago"); ago < uint64(len(own)) {
					images[own[len(own)-1-int(ago)]] = span.First + i
				}
			}
		}
	}
	return images, nil
}
