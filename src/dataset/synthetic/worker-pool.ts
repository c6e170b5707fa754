import { commandHost } from '../../process/process-host'
import type { HostedProcess } from '../../process/process-host'
import type { SetSpec, FromWorker, ToWorker } from './layouts/layout'

/**
 * Makes all pairs of an order in `workerCount` processes. `onMade` gets each pair's record in the order of the
 * indices. Rejects with the first failure, or with `signal.reason` when aborted; no worker outlives it.
 */
export async function runWorkers(
  spec: SetSpec,
  folder: string,
  workerCount: number,
  signal: AbortSignal,
  onPair: OnPair,
): Promise<void> {
  const starting = Array.from({ length: Math.min(workerCount, spec.count) }, startWorker)
  try {
    const workers = await Promise.all(starting)
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => reject(signal.reason as Error)
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) {
        abort()
      }
      for (const { hosted, gone } of workers) {
        void gone.then((how) => reject(new Error(`A worker process ended early (${how}).`)))
        hosted.port.post({ kind: 'begin', spec, folder } satisfies ToWorker)
      }
      const makers = workers.map(({ hosted }) => asMaker(hosted))
      dispatchPairs(spec.count, makers, onPair, resolve, reject)
    })
  } finally {
    // Where one cannot be started, others may be on their way.
    const settled = await Promise.allSettled(starting)
    const started = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    started.forEach(({ hosted }) => hosted.kill())
    // The folder can be removed only when nobody writes to it any more.
    await Promise.all(started.map(({ gone }) => gone))
  }
}

/** `gone` says how it ended. */
async function startWorker(): Promise<{ hosted: HostedProcess; gone: Promise<string> }> {
  const hosted = await commandHost.start('synth-worker')
  const gone = new Promise<string>((resolve) => {
    hosted.onExit((code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return { hosted, gone }
}

function asMaker({ port }: HostedProcess): PairMaker {
  return {
    make: (index) => port.post({ kind: 'make', index } satisfies ToWorker),
    onAnswer: (use) => port.onMessage((message) => use(message as FromWorker)),
  }
}

/** Pairs that a worker may have waiting, so that it never idles and few results are out of order. */
const IN_FLIGHT = 2
/** Pairs for each worker that may be made before the one whose turn it is. */
const MAX_AHEAD = 32

export type OnPair = (record: string, bytes: number) => void

/** A process or a thread that makes pairs. */
export interface PairMaker {
  make(index: number): void
  onAnswer(use: (answer: FromWorker) => void): void
}

/** Keeps each worker busy and hands records on in order. */
export function dispatchPairs(
  count: number,
  makers: readonly PairMaker[],
  onPair: OnPair,
  resolve: () => void,
  reject: (error: unknown) => void,
): void {
  const inFlight = new Map(makers.map((maker) => [maker, 0]))
  const waiting = new Map<number, { record: string; bytes: number }>()
  let nextToMake = 0
  let nextToDeliver = 0

  function requestPairs(): void {
    // A slow pair must not let the others run far ahead: what waits to be handed on is kept in memory.
    const end = Math.min(count, nextToDeliver + MAX_AHEAD * makers.length)
    for (let round = 0; round < IN_FLIGHT; round++) {
      for (const maker of makers) {
        const busy = inFlight.get(maker) ?? 0
        if (busy >= IN_FLIGHT || nextToMake >= end) {
          continue
        }
        inFlight.set(maker, busy + 1)
        maker.make(nextToMake++)
      }
    }
  }

  function receive(maker: PairMaker, message: FromWorker): void {
    inFlight.set(maker, (inFlight.get(maker) ?? 1) - 1)
    if (message.kind === 'failed') {
      throw new Error(`Pair ${message.index} could not be made: ${message.message}`)
    }
    waiting.set(message.index, message)
    for (let made = waiting.get(nextToDeliver); made !== undefined; made = waiting.get(nextToDeliver)) {
      waiting.delete(nextToDeliver++)
      onPair(made.record, made.bytes)
    }
    if (nextToDeliver === count) {
      resolve()
    } else {
      requestPairs()
    }
  }

  for (const maker of makers) {
    maker.onAnswer((message) => {
      try {
        receive(maker, message)
      } catch (error) {
        reject(error)
      }
    })
  }
  requestPairs()
}
