package scene

import "math"

type vec [3]float64

func (a vec) add(b vec) vec            { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) times(k float64) vec      { return vec{a[0] * k, a[1] * k, a[2] * k} }
func (a vec) dot(b vec) float64        { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) unit() vec                { return a.times(1 / math.Sqrt(a.dot(a))) }
func (a vec) mix(b vec, k float64) vec { return a.times(1 - k).add(b.times(k)) }

// ball is an object of the image.
type ball struct {
	at     vec
	radius float64
	colour vec
}

var light = vec{-0.5, 0.8, -0.35}.unit()

// balls returns the balls at a time: they orbit.
func balls(t float64) []ball {
	all := []ball{{vec{0, 1, 0}, 1, vec{0.85, 0.33, 0.24}}}
	for i, colour := range []vec{{0.2, 0.55, 0.9}, {0.95, 0.75, 0.25}, {0.35, 0.75, 0.45}, {0.65, 0.4, 0.85}} {
		sin, cos := math.Sincos(t + float64(i)*math.Pi/2)
		all = append(all, ball{vec{2.3 * cos, 0.55 + 0.3*math.Abs(math.Sin(2*t+float64(i))), 2.3 * sin}, 0.55, colour})
	}
	return all
}

// hit returns the distance to the first object of a ray, and the object; -1 for none.
func hit(all []ball, from, way vec) (far float64, which int) {
	far, which = math.Inf(1), -1
	for i, b := range all {
		to := b.at.add(from.times(-1))
		along := to.dot(way)
		rest := b.radius*b.radius - (to.dot(to) - along*along)
		if rest < 0 {
			continue
		}
		if d := along - math.Sqrt(rest); d > 1e-4 && d < far {
			far, which = d, i
		}
	}
	return far, which
}

// shade returns the light along a ray.
func shade(all []ball, from, way vec, deep int) vec {
	far, which := hit(all, from, way)
	if ground := -from[1] / way[1]; which < 0 && ground > 0 && ground < 40 {
		return floor(all, from.add(way.times(ground)), ground)
	}
	if which < 0 {
		return vec{0.62, 0.74, 0.88}.mix(vec{0.2, 0.36, 0.62}, math.Max(0, way[1]))
	}
	b, at := all[which], from.add(way.times(far))
	normal := at.add(b.at.times(-1)).times(1 / b.radius)
	bright := math.Max(0, normal.dot(light))
	if _, dark := hit(all, at, light); dark >= 0 {
		bright *= 0.2
	}
	back := way.add(normal.times(-2 * way.dot(normal)))
	c := b.colour.times(0.25 + 0.8*bright)
	if deep > 0 {
		c = c.mix(shade(all, at.add(normal.times(1e-3)), back, deep-1), 0.18)
	}
	gloss := math.Pow(math.Max(0, back.dot(light)), 40)
	return c.add(vec{gloss, gloss, gloss})
}

// floor returns squares, which fade in the distance.
func floor(all []ball, at vec, far float64) vec {
	c := vec{0.78, 0.78, 0.76}
	if int(math.Floor(at[0])+math.Floor(at[2]))&1 == 0 {
		c = vec{0.5, 0.52, 0.55}
	}
	c = c.mix(vec{0.64, 0.65, 0.66}, math.Min(1, far/12)) // too far to be distinguishable
	if _, dark := hit(all, at, light); dark >= 0 {
		c = c.times(0.45)
	}
	return c.mix(vec{0.62, 0.74, 0.88}, math.Min(1, far/18))
}

// Picture returns the scene at a time in the format of a framebuffer: RGBA, bottom row first. part is the
// number of balls.
func Picture(width, height int, t float64, part int) []byte {
	all := balls(t)
	all = all[:min(part, len(all))]
	out := make([]byte, 0, 4*width*height)
	for y := range height {
		for x := range width {
			way := vec{(float64(x) - float64(width)/2) / float64(height), (float64(y)-float64(height)/2)/float64(height) - 0.22, 1}.unit()
			for _, v := range shade(all, vec{0, 2.1, -5.4}, way, 1) {
				out = append(out, byte(255*math.Min(1, v)))
			}
			out = append(out, 255)
		}
	}
	return out
}
