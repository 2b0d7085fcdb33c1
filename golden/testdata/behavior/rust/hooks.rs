use std::ffi::{c_void, CStr, CString};
use std::os::raw::c_char;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::*;

/// What a hook does: what the test sets, else it calls next.
pub struct Action<F: ?Sized>(Mutex<Option<Arc<F>>>);

impl<F: ?Sized> Action<F> {
    const fn new() -> Action<F> {
        Action(Mutex::new(None))
    }

    pub fn set(&self, action: Option<Arc<F>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = action;
    }

    fn get(&self) -> Option<Arc<F>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

pub static ON_CLEAR: Action<dyn Fn(&GlClear, u32) + Send + Sync> = Action::new();
pub static ON_CREATE: Action<dyn Fn(&GlCreateProgram) -> u32 + Send + Sync> = Action::new();

pub fn gl_clear(next: &GlClear, mask: u32) {
    match ON_CLEAR.get() {
        Some(action) => action(next, mask),
        None => next.call(mask),
    }
}

pub fn gl_create_program(next: &GlCreateProgram) -> u32 {
    match ON_CREATE.get() {
        Some(action) => action(next),
        None => next.call(),
    }
}

// The other hooks change each argument and each result.

pub fn egl_client_wait_sync(
    next: &EglClientWaitSync,
    dpy: usize,
    sync: usize,
    flags: i32,
    timeout: u64,
) -> i32 {
    next.call(dpy + 1, sync + 1, flags + 1, timeout.wrapping_sub(1)) + 1
}

pub fn gl_clear_color(next: &GlClearColor, red: f32, green: f32, blue: f32, alpha: f32) {
    next.call(alpha, blue, green, red)
}

pub fn gl_get_string(next: &GlGetString, name: u32) -> *const c_void {
    let text = next.call(name);
    if name == GL_VENDOR {
        return b"hook\0".as_ptr().cast();
    }
    text
}

pub fn gl_is_enabled(next: &GlIsEnabled, cap: u32) -> u8 {
    1 - next.call(cap + 1)
}

pub fn gl_shader_source(
    next: &GlShaderSource,
    shader: u32,
    count: i32,
    string: *const c_void,
    length: *const c_void,
) {
    let strings = string.cast::<*const c_char>();
    let mut source = String::new();
    for i in 0..count {
        let text = unsafe { CStr::from_ptr(*strings.add(i as usize)) };
        source += &text.to_string_lossy().replace("highp", "mediump");
    }
    if count == 0 {
        return next.call(shader, count, string, length);
    }
    let source = CString::new(source).unwrap();
    next.call(shader, 1, [source.as_ptr()].as_ptr().cast(), ptr::null())
}
