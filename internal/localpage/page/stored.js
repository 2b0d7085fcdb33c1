// Settings that the browser keeps, if it allows storage.

// stored returns a saved setting, or null.
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// store saves a setting.
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it lasts until the page is closed
  }
}
