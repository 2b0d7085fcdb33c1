use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::*;

/// The setting greeting at each initialization.
pub static GREETINGS: Mutex<Vec<Option<String>>> = Mutex::new(Vec::new());
pub static PANICS: AtomicBool = AtomicBool::new(false);

pub fn initialize() {
    if PANICS.load(Ordering::SeqCst) {
        resume_unwind(Box::new("not now")); // prints nothing
    }
    assert!(lookup("glFlush").is_some() && lookup("glNothing").is_none());
    GREETINGS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(setting("greeting"));
}
