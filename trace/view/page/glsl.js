// GLSL syntax highlighting. Each token becomes text; it is never parsed as HTML.

import {el, span} from './dom.js';

const pieces = new RegExp([
  /(?<comment>\/\/.*|\/\*[^]*?(?:\*\/|$))/,
  /(?<directive>^[ \t]*#.*)/,
  /(?<word>\b(?:attribute|break|buffer|case|centroid|const|continue|default|discard|do|else|flat|for|highp|if|in|inout|invariant|layout|lowp|mediump|out|precise|precision|return|sample|shared|smooth|struct|switch|uniform|varying|while)\b)/,
  /(?<type>\b(?:void|bool|int|uint|float|[biu]?vec[234]|mat[234](?:x[234])?|[iu]?(?:sampler|image)\w+)\b)/,
  /(?<figure>\b(?:0x[0-9a-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?)[uf]?\b)/,
  /(?<own>\bgl_\w+)/,
].map(r => r.source).join('|'), 'gm');

// highlight returns a source with one numbered element for each line.
export function highlight(source) {
  const lines = [[]];
  const put = (kind, text) => text.split('\n').forEach((part, n) => {
    if (n) lines.push([]);
    if (part) lines.at(-1).push(kind ? span('g-' + kind, part) : part);
  });
  let from = 0;
  for (const match of source.matchAll(pieces)) {
    put('', source.slice(from, match.index));
    put(Object.keys(match.groups).find(k => match.groups[k] != null), match[0]);
    from = match.index + match[0].length;
  }
  put('', source.slice(from));
  return el('pre', {class: 'source'}, lines.map(line => el('span', {class: 'line'}, line, '\n')));
}

const letters = {FLOAT: '', INT: 'i', UNSIGNED_INT: 'u', BOOL: 'b'};

// glslType returns the GLSL name of a type: vec3 for GL_FLOAT_VEC3, sampler2DShadow for GL_SAMPLER_2D_SHADOW.
export function glslType(type) {
  const name = String(type ?? '').replace(/^GL_/, '');
  const [, base, shape] = /^(FLOAT|INT|UNSIGNED_INT|BOOL)(?:_((?:VEC|MAT)\dX?\d?))?$/i.exec(name) ?? [];
  if (base) return shape ? letters[base] + shape.toLowerCase() : {UNSIGNED_INT: 'uint'}[base] ?? base.toLowerCase();
  const [, letter, kind, rest] = /^(?:(INT|UNSIGNED_INT)_)?(SAMPLER|IMAGE)_(.+?)(?:_(?:EXT|OES))?$/.exec(name) ?? [];
  if (!kind) return name;
  const words = rest.split('_').map(word => /\d/.test(word) ? word : word[0] + word.slice(1).toLowerCase()).join('').replace('Multisample', 'MS').replace('CubeMap', 'Cube').replace('External', 'ExternalOES');
  return (letters[letter] ?? '') + kind.toLowerCase() + words;
}
