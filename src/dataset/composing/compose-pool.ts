import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import type { Library } from '../../synth/photographs/library'
import { dispatchPairs } from '../synthetic/in-order'
import type { OnPair, PairMaker } from '../synthetic/in-order'
import type { FromWorker } from '../synthetic/layouts/layout'
import type { ComposeOrder, ToComposer } from './order'

/**
 * Composes all pairs of an order in `workers` threads, which share the library's pixels. `onPair` gets each pair's
 * record in the order of the indices. Rejects with the first failure, or with `signal.reason` when aborted; no thread
 * outlives it.
 */
export async function runComposers(
  order: ComposeOrder,
  library: Library,
  folder: string,
  workers: number,
  signal: AbortSignal,
  onPair: OnPair,
): Promise<void> {
  signal.throwIfAborted()
  const threads = Array.from({ length: Math.min(workers, order.count) }, () => startThread('compose-thread'))
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      for (const thread of threads) {
        thread.on('error', reject)
        thread.on('exit', (code) => reject(new Error(`A thread ended early (exit code ${code}).`)))
        send(thread, { kind: 'begin', order, library, folder })
      }
      dispatchPairs(order.count, threads.map(asMaker), onPair, resolve, reject)
    })
  } finally {
    // the folder can be removed only when nobody writes to it any more
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

function asMaker(thread: Worker): PairMaker {
  return {
    make: (index) => send(thread, { kind: 'make', index }),
    onAnswer: (use) => {
      thread.on('message', (message: FromWorker) => use(message))
    },
  }
}

function send(thread: Worker, message: ToComposer): void {
  thread.postMessage(message)
}
