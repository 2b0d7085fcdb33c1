// Requests to the server: JSON by GET, filters by POST.

// A Failure is an error answer of the server, with a hint and the call that is the cause, if they are known.
export class Failure extends Error {
  constructor(message, {hint, call} = {}) {
    super(message);
    Object.assign(this, {hint, call});
  }
}

// checked returns a response that is not an error.
export async function checked(response) {
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Failure(body.error || `${response.status} ${response.statusText}`, body);
}

const answer = async response => (await checked(response)).json().catch(() => ({}));

// url adds parameters to a path relative to the page, except those without a value.
export function url(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value != null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return 'api/' + path + (text && '?' + text);
}

export const get = (path, parameters, signal) => fetch(url(path, parameters), {signal}).then(answer);

// made is get for answers that the server computes first. Until then, answers have the progress, which the
// panel shows.
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

// send returns the response to a body.
export const send = (path, body, signal) => fetch(url(path), {
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
  signal,
}).then(checked);

export const post = (path, body) => send(path, body).then(answer);

// latest returns a function of which only the last call counts: a new call aborts earlier ones, whose result
// is null. Its function stop aborts without a new call.
export function latest(fn) {
  let last = null;
  const run = async (...args) => {
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
  run.stop = () => last?.abort();
  return run;
}
