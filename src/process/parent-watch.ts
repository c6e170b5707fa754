// Entry of a thread: ends its process once the parent is gone or it holds too much, whatever the main thread is at.

import { workerData } from 'node:worker_threads'
import type { ParentWatch } from './parent-port'

/** Well below the time in which a killed program must be gone, and too seldom to be noticed. */
const LOOK_MILLISECONDS = 500

const { parent, mostBytes } = workerData as ParentWatch

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
  if (isParentGone() || (mostBytes !== null && process.memoryUsage.rss() > mostBytes)) {
    // a thread can end its process by no other way while the main thread is inside native code
    process.kill(process.pid, 'SIGKILL')
  }
}, LOOK_MILLISECONDS)
