#include <stdarg.h>
#include <sys/types.h>

typedef struct __sFILE FILE;
typedef off_t fpos_t;

#define EOF (-1)
#define BUFSIZ 1024
#define FILENAME_MAX 4096
#define FOPEN_MAX 20
#define L_tmpnam 4096
#define TMP_MAX 308915776
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define stdin stdin
#define stdout stdout
#define stderr stderr
