#ifndef CTASKJOBS_H
#define CTASKJOBS_H

#include <stdbool.h>

/// Offers each job that becomes ready on some thread, and that no executor has claimed, before it goes to the shared
/// pool. A job is what a task does until it waits next.
///
/// Once for the process, before there are many tasks.
///
/// - Parameter taker: Is called on the thread where the job became ready. It says whether it takes the job; then it must
///   see to it that `task_jobs_run` runs it, once.
/// - Returns: Whether the runtime lets itself be told: not when its hook is missing, or somebody else's.
bool task_jobs_offer(bool (*_Nonnull taker)(void *_Nonnull job));

/// Runs a job on the calling thread.
void task_jobs_run(void *_Nonnull job);

/// Keeps the next job that becomes ready on the calling thread, instead of offering it.
void task_jobs_keep_next(void);

/// Runs the job that was kept, if one was, and keeps none any more.
void task_jobs_run_kept(void);

#endif
