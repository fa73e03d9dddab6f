// What Swift's module of the C library leaves out.
#if defined(__GLIBC__) || __has_include(<malloc.h>)
#include <malloc.h>
#endif
