//! The documented behavior of a layer in Rust.

use std::ffi::{c_void, CStr, CString};
use std::fs;
use std::io::{Read, Seek};
use std::os::raw::{c_char, c_int};
use std::os::unix::io::AsRawFd;
use std::panic::{catch_unwind, panic_any, resume_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use crate::fake::{app, Driver, Loader};
use crate::hooks::{ON_CLEAR, ON_CREATE};
use crate::*;

/// Loads the layer. At the end of the test, hooks call next again.
struct Test {
    loader: Loader,
    variables: Mutex<Vec<&'static str>>,
}

impl Test {
    fn new() -> Test {
        Test {
            loader: Loader::new(),
            variables: Mutex::new(Vec::new()),
        }
    }

    fn load(driver: Driver) -> Test {
        let test = Test::new();
        test.loader.load(driver);
        test
    }

    /// Sets a variable of the environment until the end of the test.
    fn set(&self, name: &'static str, value: &str) {
        self.variables.lock().unwrap().push(name);
        std::env::set_var(name, value);
    }

    fn calls(&self, command: &str) -> usize {
        self.loader.calls(command)
    }
}

impl Drop for Test {
    fn drop(&mut self) {
        ON_CLEAR.set(None);
        ON_CREATE.set(None);
        initialize::PANICS.store(false, SeqCst);
        for name in self.variables.get_mut().unwrap() {
            std::env::remove_var(name);
        }
    }
}

fn on_clear(hook: impl Fn(&GlClear, u32) + Send + Sync + 'static) {
    ON_CLEAR.set(Some(Arc::new(hook)));
}

fn on_create(hook: impl Fn(&GlCreateProgram) -> u32 + Send + Sync + 'static) {
    ON_CREATE.set(Some(Arc::new(hook)));
}

fn create_returns(program: u32) -> Driver {
    Driver {
        gl_create_program: Some(Box::new(move || program)),
        ..Driver::default()
    }
}

/// Ends n frames.
fn swap(n: u32) {
    for _ in 0..n {
        app::egl_swap_buffers(1, 2);
    }
}

fn in_threads(n: u32, run: impl Fn(u32) + Sync) {
    let run = &run;
    thread::scope(|scope| {
        for i in 0..n {
            scope.spawn(move || run(i));
        }
    });
}

/// A hook calls next any number of times; a hook that is not set calls it once.
#[test]
fn next() {
    let test = Test::load(Driver::default());
    on_clear(|next, mask| {
        next.call(mask);
        next.call(mask);
    });
    app::gl_clear(1);
    assert_eq!(test.calls("glClear"), 2);
    on_clear(|_, _| ());
    app::gl_clear(1);
    assert_eq!(test.calls("glClear"), 2);
    ON_CLEAR.set(None);
    app::gl_clear(1);
    assert_eq!(test.calls("glClear"), 3);
    let stats = stats("glClear").unwrap();
    assert!(stats.calls == 3 && stats.on && !stats.panicked);
}

/// next also works on a thread that outlives the hook.
#[test]
fn next_after_return() {
    let _test = Test::load(create_returns(9));
    let late = Arc::new(Mutex::new(None));
    let kept = late.clone();
    on_create(move |next| {
        *kept.lock().unwrap() = Some(next.function());
        5
    });
    assert_eq!(app::gl_create_program(), 5);
    let function = late.lock().unwrap().take().unwrap();
    assert_eq!(
        thread::spawn(move || unsafe { function() }).join().unwrap(),
        9
    );
}

/// Each intercepted command reaches the driver exactly once.
#[test]
fn forwarding() {
    let test = Test::load(Driver::default());
    assert_eq!(test.loader.forward(), None);
}

/// The hook gets the arguments of the app, the driver those of the hook, and the app gets the result of the hook.
#[test]
fn arguments_and_results() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let see = || {
        let seen = seen.clone();
        move |call: String| seen.lock().unwrap().push(call)
    };
    let (wait, color, enabled, source) = (see(), see(), see(), see());
    let _test = Test::load(Driver {
        egl_client_wait_sync: Some(Box::new(move |dpy, sync, flags, timeout| {
            wait(format!(
                "wait {:#x} {:#x} {} {:#x}",
                dpy, sync, flags, timeout
            ));
            0x30f5
        })),
        gl_clear_color: Some(Box::new(move |red, green, blue, alpha| {
            color(format!("color {} {} {} {}", red, green, blue, alpha))
        })),
        gl_get_string: Some(Box::new(|name| {
            if name == GL_VERSION {
                b"driver\0".as_ptr().cast()
            } else {
                null()
            }
        })),
        gl_is_enabled: Some(Box::new(move |cap| {
            enabled(format!("enabled {:#x}", cap));
            (cap % 2) as u8
        })),
        gl_shader_source: Some(Box::new(move |shader, count, string, length| {
            let text = unsafe { CStr::from_ptr(*string.cast::<*const c_char>()) };
            source(format!(
                "source {} {} {} {}",
                shader,
                count,
                text.to_str().unwrap(),
                length.is_null()
            ));
        })),
        ..Driver::default()
    });
    let text = |name| {
        unsafe { CStr::from_ptr(app::gl_get_string(name).cast()) }
            .to_str()
            .unwrap()
    };
    let (first, second) = (
        CString::new("precision highp float;").unwrap(),
        CString::new("highp int x;").unwrap(),
    );

    assert_eq!(
        app::egl_client_wait_sync(usize::MAX - 1, 7, -2, u64::MAX),
        0x30f6
    );
    app::gl_clear_color(0.25, -1.5, f32::MAX, 1e-30);
    assert_eq!((text(GL_VENDOR), text(GL_VERSION)), ("hook", "driver"));
    assert_eq!(
        (
            app::gl_is_enabled(GL_BLEND),
            app::gl_is_enabled(GL_BLEND - 1)
        ),
        (0, 1)
    );
    app::gl_shader_source(
        3,
        2,
        [first.as_ptr(), second.as_ptr()].as_ptr().cast(),
        [-1, -1].as_ptr().cast(),
    );
    assert_eq!(
        *seen.lock().unwrap(),
        [
            "wait 0xffffffffffffffff 0x8 -1 0xfffffffffffffffe".to_string(),
            format!("color {} {} -1.5 0.25", 1e-30f32, f32::MAX),
            "enabled 0xbe3".to_string(),
            "enabled 0xbe2".to_string(),
            "source 3 1 precision mediump float;mediump int x; true".to_string(),
        ]
    );
}

/// Functions under use: reach the driver, and hooks do not see these calls.
#[test]
fn calls_below() {
    let test = Test::load(Driver {
        gl_get_error: Some(Box::new(|| GL_INVALID_ENUM)),
        ..create_returns(42)
    });
    on_create(|next| {
        let program = next.call();
        below::gl_flush();
        program
    });
    assert_eq!((app::gl_create_program(), test.calls("glFlush")), (42, 1));
    assert_eq!(
        (below::gl_get_error(), test.calls("glGetError")),
        (GL_INVALID_ENUM, 1)
    );
    test.loader.load(Driver::default());
    assert_eq!((app::gl_create_program(), test.calls("glFlush")), (0, 1));
}

/// A panic neither loses the command nor repeats it, and switches the hook off permanently.
#[test]
fn panics() {
    struct CallNext<'a>(&'a GlCreateProgram);
    impl Drop for CallNext<'_> {
        fn drop(&mut self) {
            self.0.call();
        }
    }
    struct Payload;
    impl Drop for Payload {
        fn drop(&mut self) {
            panic!("the payload is dropped");
        }
    }
    let cases: [(fn(&GlCreateProgram) -> u32, &str); 10] = [
        (|_| panic!("before next"), "before next"),
        (
            |next| {
                next.call();
                panic!("after next: {}", 1)
            },
            "after next: 1",
        ),
        (
            |_| Vec::<u32>::new()[1],
            "index out of bounds: the len is 0 but the index is 1",
        ),
        (
            |next| Err::<u32, u32>(next.call()).unwrap(),
            "called `Result::unwrap()` on an `Err` value: 42",
        ),
        (
            |next| u32::MAX + next.call(),
            "attempt to add with overflow",
        ),
        (|_| panic_any(7), "unknown reason"),
        (
            |next| {
                next.call();
                panic_any(Payload)
            },
            "unknown reason",
        ),
        (
            |next| {
                let _guard = CallNext(next);
                panic!("with a destructor that calls next")
            },
            "with a destructor that calls next",
        ),
        (
            |next| {
                let caught = catch_unwind(|| -> u32 { panic!("caught") });
                next.call();
                resume_unwind(caught.unwrap_err())
            },
            "caught",
        ),
        (
            |next| {
                let _ = catch_unwind(AssertUnwindSafe(|| -> u32 {
                    next.call();
                    panic!("caught")
                }));
                panic!("after another panic")
            },
            "after another panic",
        ),
    ];
    let test = Test::new();
    for (hook, reason) in cases {
        test.loader.load(create_returns(42));
        on_create(hook);
        assert_eq!(
            (app::gl_create_program(), test.calls("glCreateProgram")),
            (42, 1),
            "{}",
            reason
        );
        assert_eq!(
            test.loader.panics(),
            [format!("glCreateProgram: {}", reason)]
        );

        on_create(|_| panic!("the hook is still on"));
        assert!(enable("glCreateProgram", true));
        assert_eq!(
            (app::gl_create_program(), test.calls("glCreateProgram")),
            (42, 2),
            "{}",
            reason
        );
        let stats = stats("glCreateProgram").unwrap();
        assert!(
            stats.calls == 1 && !stats.on && stats.panicked,
            "{}: {:?}",
            reason,
            stats
        );
        assert!(!crate::stats("glClear").unwrap().panicked);
    }
}

/// A hook that panics after several calls of next returns the result of the last one. The app's arguments do not change.
#[test]
fn panic_after_calls() {
    let test = Test::new();
    let results = AtomicU32::new(0);
    test.loader.load(Driver {
        gl_create_program: Some(Box::new(move || results.fetch_add(1, SeqCst))),
        ..Driver::default()
    });
    on_create(|next| {
        while next.call() < 2 {}
        panic!("after three calls")
    });
    assert_eq!(
        (app::gl_create_program(), test.calls("glCreateProgram")),
        (2, 3)
    );

    let masks = Arc::new(Mutex::new(Vec::new()));
    let seen = masks.clone();
    test.loader.load(Driver {
        gl_clear: Some(Box::new(move |mask| seen.lock().unwrap().push(mask))),
        ..Driver::default()
    });
    on_clear(|_, mask| panic!("{}", mask + 1));
    app::gl_clear(7);
    assert_eq!(*masks.lock().unwrap(), [7]);
    assert_eq!(
        test.loader.panics(),
        ["glCreateProgram: after three calls", "glClear: 8"]
    );
}

/// The driver calls the app back, and the hook of that call panics: the outer hook does not notice.
#[test]
fn panic_during_next() {
    let test = Test::load(Driver {
        gl_create_program: Some(Box::new(|| {
            app::gl_clear(1);
            7
        })),
        ..Driver::default()
    });
    on_clear(|_, _| panic!("in the hook inside"));
    assert_eq!(app::gl_create_program(), 7);
    assert_eq!(
        (test.calls("glCreateProgram"), test.calls("glClear")),
        (1, 1)
    );
    assert_eq!(test.loader.panics(), ["glClear: in the hook inside"]);
    assert!(stats("glCreateProgram").unwrap().on);
}

/// The driver runs instead of a hook that panicked, and the hook of a call inside panics too.
#[test]
fn panic_after_panic() {
    let test = Test::load(Driver {
        gl_create_program: Some(Box::new(|| {
            app::gl_clear(1);
            7
        })),
        ..Driver::default()
    });
    on_create(|_| panic!("outer"));
    on_clear(|_, _| panic!("inner"));
    assert_eq!(app::gl_create_program(), 7);
    assert_eq!(
        (test.calls("glCreateProgram"), test.calls("glClear")),
        (1, 1)
    );
    assert_eq!(
        test.loader.panics(),
        ["glCreateProgram: outer", "glClear: inner"]
    );
}

#[test]
fn panics_in_several_threads() {
    let test = Test::load(Driver::default());
    on_clear(|next, mask| {
        if mask % 2 == 0 {
            next.call(mask);
        }
        resume_unwind(Box::new("on a thread")); // prints nothing
    });
    in_threads(8, |i| (0..200).for_each(|_| app::gl_clear(i)));
    assert_eq!(test.calls("glClear"), 1600);
    let panics = test.loader.panics();
    assert!(
        (1..=8).contains(&panics.len()) && panics[0] == "glClear: on a thread",
        "{:?}",
        panics
    );
}

/// Hooks run inside hooks, also the same hook.
#[test]
fn reentrancy() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (hook, driver) = (seen.clone(), seen.clone());
    let test = Test::load(Driver {
        gl_clear: Some(Box::new(move |mask| {
            driver.lock().unwrap().push(format!("driver {}", mask));
            if mask < 3 {
                app::gl_clear(mask + 1);
            }
        })),
        ..Driver::default()
    });
    on_clear(move |next, mask| {
        hook.lock().unwrap().push(format!("begin {}", mask));
        next.call(mask);
        hook.lock().unwrap().push(format!("end {}", mask));
    });
    app::gl_clear(1);
    let want = [
        "begin 1", "driver 1", "begin 2", "driver 2", "begin 3", "driver 3", "end 3", "end 2",
        "end 1",
    ];
    assert_eq!(*seen.lock().unwrap(), want);
    assert_eq!(
        (test.calls("glClear"), stats("glClear").unwrap().calls),
        (3, 3)
    );
}

/// Hooks run on several threads at a time while others are switched: no call is lost.
#[test]
fn threads() {
    let test = Test::load(create_returns(3));
    in_threads(4, |_| {
        for i in 0..1000 {
            app::gl_clear(1);
            enable("glClear", i % 2 == 0);
            assert_eq!(app::gl_create_program(), 3);
        }
    });
    assert_eq!(
        (test.calls("glClear"), test.calls("glCreateProgram")),
        (4000, 4000)
    );
}

#[test]
fn switching_under_load() {
    let test = Test::load(Driver::default());
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut on = false;
            while !stop.load(SeqCst) {
                enable("glClear", on);
                on = !on;
            }
        });
        in_threads(8, |_| (0..5000).for_each(|_| app::gl_clear(0)));
        stop.store(true, SeqCst);
    });
    assert_eq!(test.calls("glClear"), 40000);
    assert!(!enable("glNothing", true) && stats("glNothing").is_none());
}

/// A hook that is off does not run, and is not counted.
#[test]
fn enabling() {
    let test = Test::load(Driver::default());
    on_clear(|_, _| ());
    enable("glClear", false);
    app::gl_clear(1);
    assert_eq!(test.calls("glClear"), 1);
    assert_eq!(
        stats("glClear"),
        Some(Stats {
            calls: 0,
            without_context: 0,
            on: false,
            panicked: false
        })
    );
    enable("glClear", true);
    app::gl_clear(1);
    assert_eq!(test.calls("glClear"), 1);
    assert_eq!(
        stats("glClear"),
        Some(Stats {
            calls: 1,
            without_context: 0,
            on: true,
            panicked: false
        })
    );
}

#[test]
fn hook_setting() {
    let test = Test::new();
    for (setting, clear, create) in [
        ("", 1, 1),
        ("-gl*", 0, 0),
        ("-glClear", 0, 1),
        ("-gl*,+glClear", 1, 0),
        ("+glClear,-glC*", 0, 0),
        ("-glCreate?rogram", 1, 0),
        ("-egl*,,-*Clear,glFoo", 0, 1),
        ("-*", 0, 0),
        (" -glClear , -glCreate*\t", 0, 0),
        ("- glClear", 1, 1),
        ("-glClea", 1, 1),
    ] {
        test.set("RUSTY_HOOKS", setting);
        test.loader.load(Driver::default());
        app::gl_clear(0);
        app::gl_create_program();
        let calls = |command| stats(command).unwrap().calls;
        assert_eq!(
            (calls("glClear"), calls("glCreateProgram")),
            (clear, create),
            "{}",
            setting
        );
        assert_eq!(
            (test.calls("glClear"), test.calls("glCreateProgram")),
            (1, 1),
            "{}",
            setting
        );
    }
}

/// A directory that is removed when the test ends.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("{}-{}", name, std::process::id()));
        fs::create_dir(&path).unwrap();
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Settings are read again at each 60th frame. The environment takes precedence over the file.
#[test]
fn settings_are_read_again() {
    let (test, directory) = (Test::new(), Directory::new("settings"));
    test.set("XDG_CONFIG_HOME", directory.0.to_str().unwrap());
    let file = directory.0.join("rusty.conf");
    let runs = || {
        let before = stats("glClear").unwrap().calls;
        app::gl_clear(0);
        stats("glClear").unwrap().calls - before
    };
    test.loader.load(Driver::default());
    assert_eq!(runs(), 1);
    fs::write(&file, "# a comment\r\nhooks=-glClear\r\n").unwrap();
    swap(60);
    assert_eq!(runs(), 0, "the file did not switch the hook off");
    enable("glClear", true);
    swap(60);
    assert_eq!(runs(), 1, "an unchanged list switched the hook off");
    fs::write(&file, "hooks=-gl*\ngreeting=from the file\n").unwrap();
    swap(60);
    assert_eq!(runs(), 0, "the changed list had no effect");
    assert_eq!(setting("greeting").as_deref(), Some("from the file"));
    test.set("RUSTY_HOOKS", "+glClear");
    test.loader.load(Driver::default());
    assert_eq!(runs(), 1, "the environment does not take precedence");
}

/// The settings come from the environment when the layer is initialized.
#[test]
fn initialize_reads_settings() {
    let test = Test::new();
    let greeting = || std::mem::take(&mut *initialize::GREETINGS.lock().unwrap());
    greeting();
    let long = "hello ".repeat(100);
    test.set("RUSTY_GREETING", &long);
    test.loader.load(Driver::default());
    assert_eq!(greeting(), [Some(long)]);
    std::env::set_var("RUSTY_GREETING", "");
    test.loader.load(Driver::default());
    assert_eq!(greeting(), [Some(String::new())]);
    std::env::remove_var("RUSTY_GREETING");
    test.loader.load(Driver::default());
    assert_eq!(greeting(), [None]);
    std::env::set_var("RUSTY_GREETING", "too late");
    assert_eq!(setting("greeting"), None);
    assert_eq!(setting("a\0key"), None);
}

/// If initialize panics, the layer still works.
#[test]
fn initialize_panics() {
    let test = Test::new();
    initialize::PANICS.store(true, SeqCst);
    test.loader.load(Driver::default());
    app::gl_clear(1);
    assert_eq!(test.loader.panics(), ["initialize: not now"]);
    assert_eq!(
        (test.calls("glClear"), stats("glClear").unwrap().calls),
        (1, 1)
    );
}

/// Each swap ends a frame.
#[test]
fn frames() {
    static FRAMES: AtomicU64 = AtomicU64::new(0);
    static LAST: AtomicU64 = AtomicU64::new(0);
    let test = Test::load(Driver::default());
    let before = frame();
    swap(130);
    assert_eq!((frame(), test.calls("eglSwapBuffers")), (before + 130, 130));

    on_frame(|frame| {
        FRAMES.fetch_add(1, SeqCst);
        LAST.store(frame, SeqCst);
        if FRAMES.load(SeqCst) == 3 {
            panic!("in the third frame");
        }
    });
    swap(5);
    assert_eq!(
        (FRAMES.load(SeqCst), LAST.load(SeqCst), frame()),
        (3, 133, 135)
    );
    assert_eq!(test.calls("eglSwapBuffers"), 135);
    assert_eq!(test.loader.panics(), ["on_frame: in the third frame"]);
}

/// One call in each frame is the first, on any thread.
#[test]
fn first_in_frame() {
    static ONCE: PerFrame = PerFrame::new();
    let _test = Test::load(Driver::default());
    assert!(ONCE.first() && !ONCE.first());
    for _ in 0..20 {
        swap(1);
        let first = AtomicUsize::new(0);
        in_threads(4, |_| {
            first.fetch_add(ONCE.first() as usize, SeqCst);
        });
        assert_eq!(first.load(SeqCst), 1);
    }
}

extern "C" {
    fn AndroidGLESLayer_GetProcAddress(name: *const c_char, next: *mut c_void) -> *mut c_void;
    fn layer_reset();
    fn dup(descriptor: c_int) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn close(descriptor: c_int) -> c_int;
}

/// The layer returns next for other names, and its trampoline only if there is a next.
#[test]
fn look_up() {
    let _test = Test::load(Driver::default());
    let mut other = 0;
    let other: *mut c_void = (&mut other as *mut i32).cast();
    let look_up = |name: &str, next| {
        let name = CString::new(name).unwrap();
        unsafe { AndroidGLESLayer_GetProcAddress(name.as_ptr(), next) }
    };
    assert_eq!(look_up("glFinish", other), other);
    assert_eq!(look_up("glFlush", other), other); // called, but not intercepted
    assert_eq!(look_up("glClear", null_mut()), null_mut());
    assert!(look_up("glClear", other) != other);
    assert!(lookup("glClear").is_some() && lookup("glFinish").is_none());
}

/// Returns the lines that the layer writes to stderr while f runs.
fn log_of(name: &str, f: impl FnOnce()) -> Vec<String> {
    let directory = Directory::new(name);
    let mut file = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .open(directory.0.join("log"))
        .unwrap();
    let stderr = unsafe { dup(2) };
    assert!(unsafe { dup2(file.as_raw_fd(), 2) } == 2);
    f();
    assert!(unsafe { dup2(stderr, 2) } == 2 && unsafe { close(stderr) } == 0);
    let mut text = String::new();
    file.rewind().unwrap();
    file.read_to_string(&mut text).unwrap();
    text.lines()
        .map(|line| line.strip_prefix("rusty: ").unwrap_or(line).to_string())
        .collect()
}

#[test]
fn log_lines() {
    let test = Test::new();
    test.set("RUSTY_LOG", "debug"); // other tests have used up the limit
    test.loader.load(Driver::default());
    let long = "x".repeat(5000);
    let lines = log_of("log", || {
        log("plain {} %s");
        log!("mask {:#x}", 16);
        log("a\0b");
        log(&long);
    });
    assert_eq!(lines, ["plain {} %s", "mask 0x10", "a b", &long]);
}

/// Of the lines in a second, 200 are written. Panics are always logged.
#[test]
fn log_limit() {
    let test = Test::load(Driver::default());
    let limit = |test: &Test| {
        let begin = Instant::now();
        let lines = log_of("limit", || {
            (0..1000).for_each(|i| log!("line {}", i));
            on_clear(|_, _| resume_unwind(Box::new("after many lines".to_string())));
            app::gl_clear(1);
        });
        assert_eq!(test.loader.panics(), ["glClear: after many lines"]);
        assert_eq!(
            lines.last().unwrap(),
            "the hook of glClear panicked and is switched off: after many lines"
        );
        (
            lines
                .iter()
                .filter(|line| line.starts_with("line "))
                .count() as u64,
            begin.elapsed().as_secs(),
        )
    };
    let (lines, seconds) = limit(&test);
    assert!(
        lines > 0 && lines <= 200 * (seconds + 2),
        "{} lines in {} s",
        lines,
        seconds
    );
    test.set("RUSTY_LOG", "debug");
    test.loader.load(Driver::default());
    assert_eq!(limit(&test).0, 1000);
}

/// A panic is logged with the name of the hook, and only once.
#[test]
fn log_of_panics() {
    let test = Test::new();
    initialize::PANICS.store(true, SeqCst);
    let lines = log_of("panics", || {
        test.loader.load(create_returns(4));
        on_create(|_| resume_unwind(Box::new("two\nlines")));
        on_frame(|_| resume_unwind(Box::new(1)));
        for _ in 0..3 {
            app::gl_create_program();
            swap(1);
        }
    });
    let want = [
        "initialize panicked: not now",
        "the hook of glCreateProgram panicked and is switched off: two",
        "lines",
        "the function given to on_frame panicked and is not called again: unknown reason",
    ];
    assert_eq!(lines, want);
    assert_eq!(test.loader.panics().len(), 3);
}

/// Without a driver, a call returns zero, and the log names the function once.
#[test]
fn missing_next() {
    let test = Test::load(create_returns(4));
    let clear: unsafe extern "C" fn(u32) = unsafe {
        std::mem::transmute(AndroidGLESLayer_GetProcAddress(
            b"glClear\0".as_ptr().cast(),
            b"".as_ptr() as *mut c_void,
        ))
    };
    unsafe { layer_reset() };
    let lines = log_of("missing", || {
        for _ in 0..2 {
            unsafe { clear(1) };
            assert_eq!(below::gl_get_error(), 0);
        }
    });
    assert_eq!(test.calls("glClear"), 0);
    assert_eq!(
        lines,
        ["glClear", "glGetError"].map(|name| format!(
            "{}: the next layer or driver does not provide it; the call has no effect",
            name
        ))
    );
}

#[test]
fn groups() {
    assert_eq!(group::PRIMITIVE_TYPE.name(GL_TRIANGLES), "GL_TRIANGLES");
    assert_eq!(group::PRIMITIVE_TYPE.name(0x9999), "0x9999");
    assert_eq!(group::EGL_CONFIG_ATTRIB.name(EGL_BLUE_SIZE), "EGL_BLUE_SIZE");
    assert_eq!(group::EGL_CONFIG_ATTRIB.name(EGL_SURFACE_TYPE), "EGL_SURFACE_TYPE");
    assert_eq!(group::PRIMITIVE_TYPE.name(0xff), "0x00ff");
    assert_eq!(
        group::CLEAR_BUFFER_MASK.names(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | 1),
        "GL_DEPTH_BUFFER_BIT|GL_COLOR_BUFFER_BIT|0x0001"
    );
    assert_eq!(
        group::CLEAR_BUFFER_MASK.names(GL_STENCIL_BUFFER_BIT),
        "GL_STENCIL_BUFFER_BIT"
    );
    assert_eq!(group::CLEAR_BUFFER_MASK.names(0), "0");
    assert_eq!(
        (EGL_FOREVER, EGL_NO_DISPLAY, EGL_DONT_CARE, GL_INVALID_ENUM),
        (u64::MAX, 0usize, -1i32, 0x500u32)
    );
}

#[test]
fn extensions_and_context() {
    static CONTEXT: AtomicUsize = AtomicUsize::new(0);
    static VERSION: Mutex<&str> = Mutex::new("");
    CONTEXT.store(0, SeqCst);
    let _test = Test::load(Driver {
        egl_get_current_context: Some(Box::new(|| CONTEXT.load(SeqCst))),
        gl_get_string: Some(Box::new(|name| match name {
            GL_EXTENSIONS => "GL_KHR_debug_not GL_OES_x GL_KHR_debug\0".as_ptr().cast(),
            GL_VERSION => VERSION.lock().unwrap().as_ptr().cast(),
            _ => null(),
        })),
        egl_query_string: Some(Box::new(|dpy, _| {
            if dpy == 0 {
                "EGL_EXT_client\0"
            } else {
                "EGL_KHR_x \0"
            }
            .as_ptr()
            .cast()
        })),
        ..Driver::default()
    });
    *VERSION.lock().unwrap() = "OpenGL ES 3.2 build 1.2\0";
    assert!(!has_extension("GL_KHR_debug") && context_version() == 0 && current_context() == 0); // no context
    app::gl_get_string(GL_VERSION);
    CONTEXT.store(7, SeqCst);
    app::gl_get_string(GL_VERSION);
    assert_eq!(
        stats("glGetString"),
        Some(Stats {
            calls: 2,
            without_context: 1,
            on: true,
            panicked: false
        })
    );
    assert!(has_extension("GL_KHR_debug") && has_extension("GL_OES_x"));
    assert!(!has_extension("GL_KHR") && !has_extension("OES_x") && !has_extension(""));
    assert!(display_has_extension(0, "EGL_EXT_client") && !display_has_extension(0, "EGL_KHR_x"));
    assert!(display_has_extension(1, "EGL_KHR_x") && !display_has_extension(1, ""));
    assert!(context_version() == 32 && current_context() == 7);
    for version in [
        "OpenGL ES-CM 1.1\0",
        "OpenGL ES \0",
        "4.6\0",
        "OpenGL ES 3\0",
        "\0",
    ] {
        *VERSION.lock().unwrap() = version;
        assert_eq!(context_version(), 0, "{}", version);
    }
    let other = thread::spawn(thread_id).join().unwrap();
    assert!(thread_id() != 0 && thread_id() != other);
}
