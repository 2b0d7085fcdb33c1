// The server: JSON by GET, filters by POST.

// A Failure is what the server says of a request that it did not fulfil.
export class Failure extends Error {}

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Failure(body.error || `${response.status} ${response.statusText}`);
  return body;
}

// url puts parameters behind a path below that of the page; those without a value are left out.
export function url(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value != null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return 'api/' + path + (text && '?' + text);
}

export const get = (path, parameters, signal) => fetch(url(path, parameters), {signal}).then(answer);

// made is get of what the server has to make first: while it does, its answers say how far it is, which the panel shows.
export async function made(path, parameters, signal) {
  const panel = document.getElementById('panel');
  try {
    for (;;) {
      const answer = await get(path, parameters, signal);
      if (answer.of == null) return answer;
      panel.dataset.waiting = `Evaluating earlier calls: ${Math.floor(100 * answer.done / answer.of)} %`;
    }
  } finally {
    delete panel.dataset.waiting;
  }
}

export const post = (path, body) => fetch(url(path), {
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
}).then(answer);

// latest makes a function of which only the last call's answer counts: those before are broken off, and give null.
export function latest(fn) {
  let last = null;
  return async (...args) => {
    last?.abort();
    const mine = last = new AbortController();
    try {
      const value = await fn(mine.signal, ...args);
      return mine === last ? value : null;
    } catch (error) {
      if (mine !== last || error.name === 'AbortError') return null;
      throw error;
    }
  };
}
