import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SetOrder } from './set-order'
import type { FromWorker, ToWorker } from './worker-messages'

/** Pairs that a worker may have waiting, so that it never idles and few results are out of order. */
const IN_FLIGHT = 2

const isBundled = !import.meta.url.endsWith('.ts')
const workerPath = fileURLToPath(
  new URL(isBundled ? './synth-worker.js' : './synth-worker.ts', import.meta.url),
)

/**
 * Makes all pairs of an order in `workers` processes. `onMade` gets each pair's record in the order of the
 * indices. Rejects with the first failure, or with `signal.reason` when aborted; no worker outlives it.
 */
export async function runWorkers(
  order: SetOrder,
  folder: string,
  workers: number,
  signal: AbortSignal,
  onMade: (record: string, bytes: number) => void,
): Promise<void> {
  const children: ChildProcess[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const waiting = new Map<number, { record: string; bytes: number }>()
      let nextToMake = 0
      let nextToHand = 0
      const feed = (child: ChildProcess): void => {
        // A slow pair must not let the others run far ahead: what waits to be handed on is kept in memory.
        if (nextToMake < order.count && nextToMake < nextToHand + 64 * workers) {
          send(child, { kind: 'make', index: nextToMake++ })
        }
      }
      const receive = (child: ChildProcess, message: FromWorker): void => {
        if (message.kind === 'failed') {
          reject(new Error(`Pair ${message.index} could not be made: ${message.message}`))
          return
        }
        waiting.set(message.index, message)
        for (let made = waiting.get(nextToHand); made !== undefined; made = waiting.get(nextToHand)) {
          waiting.delete(nextToHand++)
          onMade(made.record, made.bytes)
        }
        if (nextToHand === order.count) resolve()
        else feed(child)
      }
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      if (signal.aborted) reject(signal.reason as Error)
      for (let i = 0; i < Math.min(workers, order.count); i++) {
        const child = fork(workerPath, {
          execArgv: isBundled ? [] : ['--import', 'tsx'],
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        })
        children.push(child)
        child.on('error', reject)
        child.on('exit', (code, killer) =>
          reject(new Error(`A worker process ended early (${killer ?? `exit code ${code}`}).`)),
        )
        child.on('message', (message: FromWorker) => receive(child, message))
        send(child, { kind: 'begin', order, folder })
        for (let k = 0; k < IN_FLIGHT; k++) feed(child)
      }
    })
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

function send(child: ChildProcess, message: ToWorker): void {
  // A worker that is gone reports itself through 'exit'.
  child.send(message, () => {})
}
