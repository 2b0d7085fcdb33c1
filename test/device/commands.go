package device

// programs has the device's programs. Some run others, so init fills the table: a composite literal would
// refer to itself.
var programs map[string]command

func init() {
	programs = map[string]command{
		"getprop": getprop, "setprop": setprop, "settings": settingsCommand, "dumpsys": dumpsys, "logcat": logcat,
		"pm": packageManager, "cmd": serviceCommand, "am": activityManager, "monkey": monkey, "run-as": runAs, "su": switchUser,
		"getenforce": getenforce, "setenforce": setenforce, "id": identify, "ps": ps, "pidof": pidof, "kill": kill,
		"sh": subShell, "setsid": setsid, "nohup": setsid, "sleep": sleep, "timeout": timeout, "env": environ,
		"cat": cat, "cp": cp, "mv": mv, "rm": rm, "mkdir": mkdir, "rmdir": rmdir, "ln": ln, "touch": touch, "chmod": chmod,
		"chown": chown, "chgrp": chown, "chcon": nothing, "restorecon": nothing, "umask": nothing, "ulimit": nothing, "sync": nothing,
		"ls": ls, "find": find, "stat": stat, "readlink": readlink, "realpath": realpath, "df": df, "du": du,
		"head": head, "tail": tail, "grep": grep, "egrep": grep, "fgrep": grep, "sed": sed, "wc": wc, "sort": sortLines, "uniq": uniq, "cut": cut, "tr": tr, "tee": tee,
		"base64": base64Command, "sha256sum": sum, "sha1sum": sum, "md5sum": sum, "unzip": unzip, "date": date, "uname": uname,
		"basename": basename, "dirname": dirname, "xargs": xargs, "seq": seq, "which": which, "whoami": identify, "uptime": nothing,
		"pkill": kill, "reboot": reboot, "dd": dd, "cmp": compare, "wm": nothing, "input": nothing, "svc": nothing, "log": writeLog, "true": nothing,
		"aflags": listFlags, "device_config": deviceConfig,
	}
}

func nothing(*process) int { return 0 }
