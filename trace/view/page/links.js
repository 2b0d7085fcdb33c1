// Links to objects.

import {el} from './dom.js';
import {inspect} from './inspector.js';

// nameOf returns the label of an object, or its class and name.
export const nameOf = o => o.label ? `${o.label} (${o.class} ${o.number})` : `${o.class} ${o.number}`;

// objectLink shows an object; a click opens the inspector.
export const objectLink = o => el('button', {type: 'button', class: 'plain linked', title: `Inspect ${o.class} ${o.number}`, on: {click: () => inspect(o)}}, nameOf(o));

// valueLink shows an argument; one that names an object opens the inspector.
export const valueLink = ({ref, text}) => ref && Number(text) > 0 ?
  el('button', {type: 'button', class: 'plain linked', title: `Inspect ${ref} ${text}`, on: {click: () => inspect({class: ref, number: Number(text)})}}, text) : text;
