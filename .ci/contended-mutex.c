// On Linux a contended `Mutex` is taken and given back by the Swift runtime's own code, which is not instrumented: the thread
// sanitizer would see no order between the threads. Preloaded, these say it, and call the runtime's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CONTEXT __attribute__((swift_context))
#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

SWIFT void lockSlow(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
SWIFT void unlockSlow(CONTEXT void *handle) __asm__(UNLOCK);

static void *found(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "The Swift runtime has no %s any more: see contended-mutex.c\n", name);
    abort();
  }
  return function;
}

SWIFT void lockSlow(uint32_t thread, CONTEXT void *handle) {
  ((SWIFT void (*)(uint32_t, CONTEXT void *))found(LOCK))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlockSlow(CONTEXT void *handle) {
  if (__tsan_release) __tsan_release(handle);
  ((SWIFT void (*)(CONTEXT void *))found(UNLOCK))(handle);
}
