import { Inbox } from '../contract/port'
import type { Port } from '../contract/port'
import { startThread } from './own-programs'
import { onUtilityPort, utilityParent } from './utility'
import type { UtilityParent } from './utility'

/** Data for the thread that ends this process. */
export interface ParentWatch {
  /** Number of the parent process. */
  parent: number
  /** Ends this process if it uses more, native memory included. */
  mostBytes: number | null
}

/**
 * The port to the process that started this one: over Electron's main process, or a Node parent that forked with
 * `serialization: 'advanced'`. This process ends by itself when the other side is gone, also while it computes.
 * @throws Error if this process was started by neither
 */
export function parentPort(mostBytes: number | null = null): Port {
  const utility = utilityParent()
  if (utility === null && process.send === undefined) {
    throw new Error('this program is started by Deltascribe, not by hand')
  }
  // a computing main thread gets no events
  const watch = startThread('parent-watch', { parent: process.ppid, mostBytes } satisfies ParentWatch)
  // the program also works without the thread
  watch.on('error', () => undefined)
  watch.unref()
  if (utility !== null) {
    return utilityPort(utility)
  }
  process.on('disconnect', () => process.exit(0))
  if (!process.connected) {
    // it was gone before this process had loaded its program: no event tells of that any more
    process.exit(0)
  }
  const inbox = new Inbox()
  process.on('disconnect', () => inbox.close())
  return {
    // the parent may be gone, which ends this process too: no error then
    post: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => inbox.onClose(listener),
    close: () => process.disconnect(),
  }
}

/** The real port arrives with the first message; messages posted before wait for it. */
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
