// The lines of primitives, and the extent of positions.

// lines has, for each mode, the edges of the primitive that begins with a vertex: pairs of numbers relative to
// it; step is the number of vertices to the next primitive, and size the number of its vertices.
const lines = {
  GL_LINES: {step: 2, size: 2, of: [[0, 1]]},
  GL_LINE_STRIP: {step: 1, size: 2, of: [[0, 1]]},
  GL_TRIANGLES: {step: 3, size: 3, of: [[0, 1], [1, 2], [2, 0]]},
  GL_TRIANGLE_STRIP: {step: 1, size: 3, of: [[0, 1], [1, 2], [2, 0]]},
  GL_LINES_ADJACENCY: {step: 4, size: 4, of: [[1, 2]]},
  GL_LINE_STRIP_ADJACENCY: {step: 1, size: 4, of: [[1, 2]]},
  GL_TRIANGLES_ADJACENCY: {step: 6, size: 6, of: [[0, 2], [2, 4], [4, 0]]},
  GL_TRIANGLE_STRIP_ADJACENCY: {step: 2, size: 6, of: [[0, 2], [2, 4], [4, 0]]},
};

// edges returns the edges of a mode as pairs of vertices. Positions that are not numbers separate primitives, as
// a primitive restart does. Points and patches have no edges.
export function edges(mode, positions) {
  const out = [];
  for (const [from, to] of runs(positions)) {
    if (mode === 'GL_LINE_LOOP' || mode === 'GL_TRIANGLE_FAN') around(out, mode, from, to);
    const form = lines[mode];
    for (let n = from; form && n + form.size <= to; n += form.step) {
      for (const [a, b] of form.of) out.push(n + a, n + b);
    }
  }
  return Uint32Array.from(out);
}

// around adds the edges of a loop, or of a fan.
function around(out, mode, from, to) {
  for (let n = from + 1; n < to; n++) {
    out.push(n - 1, n);
    if (mode === 'GL_TRIANGLE_FAN' && n > from + 1) out.push(from, n);
  }
  if (mode === 'GL_LINE_LOOP' && to > from + 2) out.push(to - 1, from);
}

// runs returns the ranges of vertices between those without a position.
function runs(positions) {
  const all = [];
  let from = 0;
  for (let n = 0; n <= positions.length / 3; n++) {
    if (n < positions.length / 3 && !Number.isNaN(positions[3 * n])) continue;
    if (n > from) all.push([from, n]);
    from = n + 1;
  }
  return all;
}

// box returns the extent of the finite positions, or null if there are none. A few far outliers do not count,
// because the others would be one point.
export function box(positions) {
  const least = [], most = [];
  for (const axis of [0, 1, 2]) {
    const all = Float32Array.from({length: positions.length / 3}, (_, n) => positions[3 * n + axis]).filter(v => Math.abs(v) < 1e30).sort();
    if (!all.length) return null;
    const at = share => all[Math.round(share * (all.length - 1))], spread = at(0.98) - at(0.02);
    least.push(spread ? Math.max(all[0], at(0.02) - 4 * spread) : all[0]);
    most.push(spread ? Math.min(all.at(-1), at(0.98) + 4 * spread) : all.at(-1));
  }
  const size = most.map((v, n) => v - least[n]), center = most.map((v, n) => (v + least[n]) / 2);
  return {least, most, size, center, radius: reach(positions, center, Math.hypot(...size) / 2) || 1};
}

// reach returns the greatest distance of a position from the center, up to a limit.
function reach(positions, center, limit) {
  let far = 0;
  for (let n = 0; n < positions.length; n += 3) {
    const distance = Math.hypot(positions[n] - center[0], positions[n + 1] - center[1], positions[n + 2] - center[2]);
    if (distance > far) far = Math.min(distance, limit);
  }
  return far;
}
