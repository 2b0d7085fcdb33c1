package device

import (
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// shellCases are scripts on a bare device with Android 14, and their output.
var shellCases = []struct{ script, want string }{
	{"echo hello", "hello"},
	{`echo 'a\tb' 100%; echo -n x; printf '%s\n' 'a\tb'`, "a\tb 100%\nxa\\tb"},
	{"cd /data/local/tmp; echo x > f; cat f; ls; rm f; ls", "x\nf"},
	{"for i in 1 2 3; do printf '%s ' $i; done; echo $((2*21))", "1 2 3 42"},
	{"x=$(echo a.b | sed 's/\\./-/'); echo ${x#a}", "-b"},
	{"printf 'a\\nb\\nc\\n' | grep -v b | wc -l", "2"},
	{"printf 'k: v\\n' | sed -n 's/^k: *\\(.*\\)$/\\1/p'", "v"},
	{"seq 9 | sed -n '/3/,/5/p;$p'; seq 3 | sed '2!d;s/2/two; &/'; seq 2 | sed '1,1d'", "3\n4\n5\n9\ntwo; 2\n2"},
	{"seq 9 | grep -A 1 -B 1 5", "4\n5\n6"},
	{"echo one two | tr ' ' '\\n' | sort -r | head -n 1", "two"},
	{"mkdir -p /data/local/tmp/a/b && touch /data/local/tmp/a/b/c && find /data/local/tmp/a -name c -type f; rm -r /data/local/tmp/a", "/data/local/tmp/a/b/c"},
	{"cd /data/local/tmp; printf abcdef > f; timeout -k 1 2 head -c 4 f; echo; timeout 2 head -c 9 f | wc -c; rm f", "abcd\n6"},
	{"cd /data/local/tmp; printf abc | base64; printf YWJj | base64 -d; echo; printf abc | sha256sum | cut -d ' ' -f 1 | cut -c 1-8", "YWJj\nabc\nba7816bf"},
	{"cd /data/local/tmp; echo x > f; chmod 640 f; stat -c '%a %U %s' f; ls -l f | cut -d ' ' -f 1,3; rm f", "640 shell 2\n-rw-r----- shell"},
	{"cd /data/local/tmp; echo x > f; ln -s f l; readlink l; cat l; realpath l; rm f l", "f\nx\n/data/local/tmp/f"},
	{"readlink /sdcard; cd /sdcard/; echo hi > n; cat /storage/emulated/0/n; rm n", "/storage/emulated/0\nhi"},
	{"cat /proc/../../../etc/passwd 2>&1", "cat: /proc/../../../etc/passwd: No such file or directory"},
	{"ls /root /home 2>&1", "ls: '/root': No such file or directory\nls: '/home': No such file or directory"},
	{"nosuch 2>&1", "/system/bin/sh: nosuch: inaccessible or not found"},
	{"echo x 2>&1 > /system/f", "/system/bin/sh: can't create /system/f: Permission denied"},
	{"id -u; id -un; whoami", "2000\nshell\nshell"},
	{"sh -c 'echo $1 $#' x a b", "a 2"},
	{"[ -d /data/local/tmp ] && [ ! -e /data/nothing ] && test -w /data/local/tmp && echo yes", "yes"},
	{"echo a b c | while read x y; do echo \"$y\"; done", "b c"},
	{"cat <<E\nin $((1+1))\nE", "in 2"},
	{"case x86_64 in arm*) echo arm;; x86*) echo intel;; esac", "intel"},
	{"trap 'echo bye' EXIT; echo hi", "hi\nbye"},
	{"getenforce; setenforce 0 2>/dev/null || echo no", "Enforcing\nno"},
	{"uname -m; getprop ro.build.version.sdk; getprop ro.build.type", "x86_64\n34\nuser"},
	{"setprop debug.a 'x y'; getprop debug.a; setprop debug.a ''; getprop debug.a; getprop | grep -c sdk", "x y\n\n1"},
	{"am get-current-user; pm list users | head -1", "0\nUsers:"},
	{"echo $TMPDIR; pwd", "/data/local/tmp\n/"},
	{"kill -0 $$ && echo alive; kill 99999 2>&1", "alive\nkill: 99999: No such process"},
}

func TestShell(t *testing.T) {
	b := begin(t, Options{Android: "14", Bare: true, ABIs: []string{"x86_64"}})
	before := b.Snapshot()
	for _, c := range shellCases {
		out, msg, _ := b.adb("shell", c.script)
		if got := strings.TrimSuffix(out, "\n"); got != c.want {
			t.Errorf("%s\nsays %q\nwant %q\n%s", c.script, got, c.want, msg)
		}
	}
	for _, d := range before.Without("property debug.").Diff(b.Snapshot().Without("property debug.")) {
		t.Error("the scripts left ", d)
	}
}

// The two outputs and the status are separate, and stdin reaches the script.
func TestStreams(t *testing.T) {
	b := begin(t, Options{Bare: true})
	out, msg, status := b.adb("shell", "echo out; echo err >&2; exit 7")
	if out != "out\n" || msg != "err\n" || status != 7 {
		t.Errorf("%q %q %d", out, msg, status)
	}
	text := strings.Repeat("0123456789abcdef\n", 40000)
	if out, _, _ := b.adbIn(text, "shell", "cat"); out != text {
		t.Errorf("%d bytes came back of %d", len(out), len(text))
	}
	if out, _, status := b.adbIn("echo a script; exit 4", "shell"); out != "a script\n" || status != 4 {
		t.Errorf("%q %d", out, status)
	}
	b.adbIn(text, "exec-in", "cat > /data/local/tmp/in")
	testutil.Eventually(t, "all is there", func() bool { return b.sh("wc -c < /data/local/tmp/in") == "680000" })
	if out, _, _ := b.adb("exec-out", "printf 'a\\nb'; echo unseen >&2"); out != "a\nb" {
		t.Errorf("%q", out)
	}
}

// TestBackground: processes that a shell leaves in the background keep running, are listed, and end by a signal
// or with the device.
func TestBackground(t *testing.T) {
	b := begin(t, Options{Bare: true, Sleep: 1000})
	b.sh("setsid sh -c 'sleep 600; echo done > /data/local/tmp/done' >/dev/null 2>&1 &")
	testutil.Eventually(t, "the job ends", func() bool { return b.sh("cat /data/local/tmp/done 2>/dev/null; :") == "done" })

	b.SetSleep(1)
	b.sh("setsid sh -c 'echo $$ > /data/local/tmp/pid; sleep 600; echo late > /data/local/tmp/late' >/dev/null 2>&1 &")
	testutil.Eventually(t, "the job tells its number", func() bool { return b.sh("cat /data/local/tmp/pid 2>/dev/null; :") != "" })
	b.sh("kill -0 $(cat /data/local/tmp/pid); kill $(cat /data/local/tmp/pid)")
	testutil.Eventually(t, "the job is gone", func() bool { return b.sh("pidof sleep; :") == "" })
	b.checkOutput("ls /data/local/tmp", "done\npid")
	b.sh("setsid sleep 600 >/dev/null 2>&1 &")
}

// A background job that keeps the outputs open makes adb wait, as on a phone.
func TestHeldOutput(t *testing.T) {
	b := begin(t, Options{Bare: true})
	from := time.Now()
	b.sh("sleep 0.5 & echo")
	if took := time.Since(from); took < 500*time.Millisecond {
		t.Errorf("adb did not wait: %v", took)
	}
}
