# Runs Weston and a client, which stops at the end of its clock, and ends after it continues.
weston --backend=x11-backend.so --width=640 --height=480 --shell=desktop-shell.so --socket=wayland-test --config="$PWD/weston.ini" --idle-time=0 &
weston=$!
while [ ! -S "$XDG_RUNTIME_DIR/wayland-test" ] && kill -0 $weston; do sleep 0.1; done
WAYLAND_DISPLAY=wayland-test LD_PRELOAD=./clock.so CLOCK_STEP=20000 CLOCK_STEPS=200 weston-simple-egl
kill $weston
wait $weston
