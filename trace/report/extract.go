package report

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Item is a part of a recording that can be extracted to a file.
type Item struct {
	Path    string `json:"path"`    // with slashes; it has only letters, digits, "." and "-"
	Content string `json:"content"` // what it is
	Bytes   int64  `json:"bytes,omitempty"`

	Read func(ctx context.Context) ([]byte, error) `json:"-"` // reads or draws the content of the file
}

// Extraction finds the shaders, textures and buffers of a share group after a call, and the images of frames.
type Extraction struct {
	File  *file.File
	Call  int // the state after this call is extracted
	state *state.State
	items []Item
}

// LastCall returns the last call of a frame that has the context, or the last call that has it if there is no
// such frame. Context 0 stands for any context.
func LastCall(ctx context.Context, f *file.File, context uint32) (int, error) {
	frames := f.Frames()
	for _, one := range slices.Backward(frames) {
		if one.Context != 0 && (context == 0 || one.Context == context) {
			return one.Last, nil
		}
	}
	last := -1
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return -1, err
		}
		if c.Context != 0 && (context == 0 || c.Context == context) {
			last = c.Index
		}
	}
	switch {
	case last < 0 && context != 0:
		return -1, fmt.Errorf("no call has context %d", context)
	case last < 0:
		return -1, errors.New("no call has a current context")
	}
	return last, nil
}

// Items returns what can be extracted, by kind and number.
func (x *Extraction) Items(ctx context.Context) ([]Item, error) {
	x.state, x.items = state.New(x.File), nil
	for _, find := range []func(context.Context) error{x.shaders, x.textures, x.frames} {
		if err := find(ctx); err != nil {
			return nil, err
		}
	}
	return x.items, nil
}

func (x *Extraction) add(path, content string, size int64, read func(context.Context) ([]byte, error)) {
	x.items = append(x.items, Item{path, content, size, read})
}

// frames adds the images of the frames up to the call.
func (x *Extraction) frames(context.Context) error {
	for n, one := range x.File.Frames() {
		if one.Last > x.Call {
			break
		}
		if one.Image >= 0 {
			x.add(fmt.Sprintf("frames/%d.png", n), fmt.Sprintf("image of frame %d", n), 0, func(context.Context) ([]byte, error) {
				img, err := state.Framebuffer(x.File, one.Image)
				if err != nil {
					return nil, err
				}
				return encodePNG(img)
			})
		}
	}
	return nil
}

// Matches reports whether a pattern selects the item: a pattern for its path, its path without the suffixes
// that follow the number, or its directory. KIND/FROM-TO selects numbers.
func (i *Item) Matches(pattern string) bool {
	kind, base := path.Split(i.Path)
	name, _, _ := strings.Cut(base, ".")
	for _, text := range []string{i.Path, kind + name, strings.TrimSuffix(kind, "/"), kind} {
		if ok, _ := path.Match(pattern, text); ok {
			return true
		}
	}
	from, to, ok := strings.Cut(strings.TrimPrefix(pattern, kind), "-")
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	n, err3 := strconv.Atoi(name)
	return ok && err1 == nil && err2 == nil && err3 == nil && first <= n && n <= last && strings.HasPrefix(pattern, kind)
}
