import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { ownProgram } from '../../process/own-programs'
import { dispatchPairs } from './in-order'
import type { OnPair, PairMaker } from './in-order'
import type { SetSpec, FromWorker, ToWorker } from './layouts/layout'

/**
 * Makes all pairs of an order in `workers` processes. `onMade` gets each pair's record in the order of the
 * indices. Rejects with the first failure, or with `signal.reason` when aborted; no worker outlives it.
 */
export async function runWorkers(
  spec: SetSpec,
  folder: string,
  workers: number,
  signal: AbortSignal,
  onPair: OnPair,
): Promise<void> {
  const children = Array.from({ length: Math.min(workers, spec.count) }, startWorker)
  const gone = children.map((child) => new Promise((resolve) => child.once('close', resolve)))
  try {
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => reject(signal.reason as Error)
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) {
        abort()
      }
      for (const child of children) {
        child.on('error', reject)
        child.on('exit', (code, killer) =>
          reject(new Error(`A worker process ended early (${killer ?? `exit code ${code}`}).`)),
        )
        send(child, { kind: 'begin', spec, folder })
      }
      dispatchPairs(spec.count, children.map(asMaker), onPair, resolve, reject)
    })
  } finally {
    for (const child of children) {
      child.kill('SIGKILL')
    }
    // The folder can be removed only when nobody writes to it any more.
    await Promise.all(gone)
  }
}

function startWorker(): ChildProcess {
  const { path, execArgv } = ownProgram('synth-worker')
  return fork(path, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

function asMaker(child: ChildProcess): PairMaker {
  return {
    make: (index) => send(child, { kind: 'make', index }),
    onAnswer: (use) => {
      child.on('message', (message: FromWorker) => use(message))
    },
  }
}

function send(child: ChildProcess, message: ToWorker): void {
  // A worker that is gone reports itself through 'exit'.
  child.send(message, () => {})
}
