#include "CTaskJobs.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// What the runtime's library swift_Concurrency shows of itself. Swift cannot name these symbols, and looking them up at
// run time finds nothing in a binary that has the runtime linked in. They are weak: a runtime that has no such hook is
// then one that does not let itself be told.
#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*enqueue_function)(void *job);

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_function original) __attribute__((weak));
extern SWIFT_CALL void swift_job_run(void *job, void *executor, uintptr_t implementation) __attribute__((weak));

typedef bool (*taker_function)(void *job);

// A thread may come upon the hook before it comes upon this.
static _Atomic(taker_function) job_taker;

struct kept {
    bool wanted;
    void *job;
};

static _Thread_local struct kept kept;

static SWIFT_CALL void enqueue(void *job, enqueue_function original) {
    if (kept.wanted && kept.job == NULL) {
        kept.job = job;
        return;
    }
    taker_function taker = atomic_load_explicit(&job_taker, memory_order_acquire);
    if (taker == NULL || !taker(job)) original(job);
}

bool task_jobs_offer(taker_function taker) {
    if (&swift_task_enqueueGlobal_hook == NULL || swift_job_run == NULL) return false;
    if (swift_task_enqueueGlobal_hook != NULL) return false;
    atomic_store_explicit(&job_taker, taker, memory_order_release);
    swift_task_enqueueGlobal_hook = enqueue;
    return true;
}

void task_jobs_run(void *job) {
    // The executor without an identity is the one that every thread may stand for.
    swift_job_run(job, NULL, 0);
}

void task_jobs_keep_next(void) {
    kept = (struct kept){.wanted = true, .job = NULL};
}

void task_jobs_run_kept(void) {
    void *job = kept.job;
    kept = (struct kept){.wanted = false, .job = NULL};
    if (job != NULL) task_jobs_run(job);
}
