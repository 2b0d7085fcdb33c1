// Numbers for display.

const plain = new Intl.NumberFormat('en-US');

export const count = n => plain.format(n);

export const some = (n, one, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`;

// digits formats a number with three digits.
const digits = v => v < 10 ? v.toFixed(2) : v < 100 ? v.toFixed(1) : v.toFixed(0);

const steps = (units, step) => value => {
  let unit = 0;
  while (value >= step && unit < units.length - 1) {
    value /= step;
    unit++;
  }
  return unit === 0 ? `${count(Math.round(value))} ${units[0]}` : `${digits(value)} ${units[unit]}`;
};

// time formats nanoseconds; for an untimed call it returns an empty string.
const times = ['ns', 'µs', 'ms', 's'];
const inTime = steps(times, 1000);
export const time = ns => ns == null || ns < 0 ? '' : inTime(ns);

// moment formats a time since the start of the recording, with enough digits to distinguish it from another
// one at a given distance.
export function moment(ns, apart = 1) {
  const unit = Math.min(times.length - 1, Math.max(0, Math.floor(Math.log10(ns) / 3)));
  return `${(ns / 1000 ** unit).toFixed(Math.max(0, 3 * unit - Math.floor(Math.log10(apart))))} ${times[unit]}`;
}

export const bytes = steps(['B', 'KiB', 'MiB', 'GiB'], 1024);

// plainCall formats a call as one line of text.
export function plainCall(call) {
  const args = call.args.map(a => `${a.name}=${a.text}`).join(', ');
  const result = call.result ? ` = ${call.result}` : '';
  const error = call.error ? `  // ${call.error}` : '';
  return `${call.name}(${args})${result}${error}`;
}
