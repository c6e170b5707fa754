import type { Port } from '../contract/port'
import { startThread } from './own-programs'
import { onUtilityPort, utilityParent } from './utility'
import type { UtilityParent } from './utility'

/** What the thread is told that ends this process. */
export interface ParentWatch {
  /** Number of the parent process. */
  parent: number
  /** This process is ended where it holds more, native memory included. */
  mostBytes: number | null
}

/**
 * The port to whoever asked for this process: over Electron's main process, or a Node parent that forked
 * with `serialization: 'advanced'`. This process ends by itself when the other side is gone, also while it computes.
 * @throws Error where this process was started by neither.
 */
export function parentPort(mostBytes: number | null = null): Port {
  const utility = utilityParent()
  if (utility === null && process.send === undefined) {
    throw new Error('this program is started by Deltascribe, not by hand')
  }
  // where the main thread computes, it learns of nothing
  const watch = startThread('parent-watch', { parent: process.ppid, mostBytes } satisfies ParentWatch)
  // without the thread the program works all the same
  watch.on('error', () => undefined)
  watch.unref()
  if (utility !== null) {
    return utilityPort(utility)
  }
  process.on('disconnect', () => process.exit(0))
  return {
    // whoever asked may be gone, which ends this process too: no error then
    post: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.on('disconnect', listener),
    close: () => process.disconnect(),
  }
}

/** The real port arrives with the first message; what is posted before waits for it. */
function utilityPort(utility: UtilityParent): Port {
  let port: Port | null = null
  const uses: ((port: Port) => void)[] = []
  const use = (action: (port: Port) => void): void => {
    if (port === null) {
      uses.push(action)
    } else {
      action(port)
    }
  }
  onUtilityPort(utility, 'parent', (given) => {
    port = given
    given.onClose(() => process.exit(0))
    uses.splice(0).forEach((action) => action(given))
  })
  return {
    post: (message) => use((ready) => ready.post(message)),
    onMessage: (listener) => use((ready) => ready.onMessage(listener)),
    onClose: (listener) => use((ready) => ready.onClose(listener)),
    close: () => use((ready) => ready.close()),
  }
}
