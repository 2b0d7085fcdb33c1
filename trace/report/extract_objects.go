package report

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/png"

	"github.com/gleslayergen/gleslayergen/trace/state"
)

// faces are the names of the layers of a cube map.
var faces = [6]string{"px", "nx", "py", "ny", "pz", "nz"}

// mostItems limits the files of textures: a damaged recording can have any number.
const mostItems = 1 << 18

// textures adds the layers of all textures, and the buffers.
func (x *Extraction) textures(ctx context.Context) error {
	all, err := x.state.Objects(ctx, x.Call)
	if err != nil {
		return err
	}
	for _, t := range all.Textures {
		levels, err := x.state.Levels(ctx, x.Call, t.Name)
		if err != nil {
			return err
		}
		for _, l := range levels {
			for _, one := range l.Layers {
				x.layer(t, l, one)
			}
		}
		if len(x.items) > mostItems {
			return fmt.Errorf("the textures have more than %d levels and layers", mostItems)
		}
	}
	for _, b := range all.Buffers {
		x.add(fmt.Sprintf("buffers/%d.bin", b.Name), join("buffer", b.Label, b.Usage), b.Size, func(ctx context.Context) ([]byte, error) {
			data, known, err := x.state.Buffer(ctx, x.Call, b.Name)
			if err == nil && !known && len(bytes.Trim(data, "\x00")) == 0 {
				err = state.ErrUnknown
			}
			return data, err
		})
	}
	return nil
}

// layer adds a layer of a texture: as PNG if that is exact, as KTX if the program wrote it at once, or else
// as PNG with 16 bits for each channel.
func (x *Extraction) layer(t state.Texture, l state.Level, one state.Layer) {
	name := fmt.Sprintf("textures/%d", t.Name)
	if l.Number != 0 {
		name += fmt.Sprintf(".level%d", l.Number)
	}
	switch cube := t.Target == "GL_TEXTURE_CUBE_MAP"; {
	case cube && one.Number < int64(len(faces)):
		name += "." + faces[one.Number]
	case t.Depth > 1 || one.Number > 0:
		name += fmt.Sprintf(".layer%d", one.Number)
	}
	content := join("texture", t.Label, t.Target, fmt.Sprintf("%dx%d", l.Width, l.Height), l.Format)
	if one.Whole && (one.Deep || one.Err != nil) {
		x.add(name+".ktx", content, 0, func(ctx context.Context) ([]byte, error) {
			raw, err := x.state.Raw(ctx, x.Call, t.Name, l.Number, one.Number)
			if err != nil {
				return nil, err
			}
			return ktx(raw), nil
		})
		return
	}
	x.add(name+".png", content, 0, func(ctx context.Context) ([]byte, error) {
		if one.Err != nil {
			return nil, fmt.Errorf("%w; %w", one.Err, state.ErrPieces)
		}
		img, err := x.state.Texture(ctx, x.Call, t.Name, int(l.Number), int(one.Number))
		if err != nil {
			return nil, err
		}
		return encodePNG(img)
	})
}

// join joins words; a label is quoted.
func join(kind, label string, words ...string) string {
	if label != "" {
		kind += fmt.Sprintf(" %q", validUTF8(label))
	}
	for _, w := range words {
		if w = cmp.Or(w, "-"); w != "-" {
			kind += " " + w
		}
	}
	return kind
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}
