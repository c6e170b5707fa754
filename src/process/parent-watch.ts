// Entry of a thread: ends its process once the parent is gone, whatever the main thread is at.

import { workerData } from 'node:worker_threads'

/** Well below the time in which a killed program must be gone, and too seldom to be noticed. */
const LOOK_MILLISECONDS = 500

const parent = workerData as number

/** The system gives an orphan another parent; on Windows it keeps the number of the one that is gone. */
function isParentGone(): boolean {
  if (process.ppid !== parent) {
    return true
  }
  try {
    process.kill(parent, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

setInterval(() => {
  if (isParentGone()) {
    // a thread can end its process by no other way while the main thread is inside native code
    process.kill(process.pid, 'SIGKILL')
  }
}, LOOK_MILLISECONDS)
