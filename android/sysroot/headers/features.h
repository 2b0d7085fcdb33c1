// libc++ includes this header to tell C libraries apart.
