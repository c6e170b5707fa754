import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { encodeRgb, openLines } from '../synthetic/layouts/layout'
import { writeWhole } from '../synthetic/write-set'
import type { SetProgress, SetReport } from '../synthetic/write-set'
import { composedCard } from './card'
import { contactSheet } from './contact-sheet'
import type { ShownPair } from './contact-sheet'
import type { LoadedLibrary } from './load-library'
import { COMPOSED_FOLDERS } from './order'
import type { ComposeOrder, FromComposer, PairNotes, ToComposer } from './order'
import { filesOf } from './used-sources'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import type { Library } from '../../synth/photographs/library'
import { dispatchPairs } from '../synthetic/worker-pool'
import type { OnPair, PairMaker } from '../synthetic/worker-pool'

const recordSchema = z.object({ changeType: z.string() })

/** Writes a composed set with its card and contact sheet, whole or not at all. @throws TargetExistsError */
export async function writeComposed(
  order: ComposeOrder,
  loaded: LoadedLibrary,
  target: string,
  workers: number,
  signal: AbortSignal,
  onProgress: (progress: SetProgress) => void,
): Promise<SetReport> {
  const begun = Date.now()
  const kinds = new Map<string, number>()
  const used = { photographs: new Set<number>(), things: new Set<number>() }
  const shown: ShownPair[] = []
  const note = (index: number, pair: PairNotes): void => {
    for (const at of pair.used.photographs) {
      used.photographs.add(at)
    }
    for (const at of pair.used.things) {
      used.things.add(at)
    }
    if (pair.shown !== null) {
      shown[index] = pair.shown
    }
  }
  let bytes = 0
  let done = 0
  await writeWhole(target, signal, async (partial) => {
    for (const name of COMPOSED_FOLDERS[order.layout]) {
      mkdirSync(join(partial, name), { recursive: true })
    }
    const index = openLines(join(partial, 'pairs.jsonl'))
    try {
      await runComposers(order, loaded.library, partial, workers, signal, note, (record, size) => {
        index.add(record)
        const { changeType } = recordSchema.parse(JSON.parse(record))
        kinds.set(changeType, (kinds.get(changeType) ?? 0) + 1)
        bytes += size
        done += 1
        onProgress({ done, count: order.count, elapsedMs: Date.now() - begun })
      })
      index.finish()
    } finally {
      index.close()
    }
    const write = (name: string, content: string | Uint8Array): void =>
      writeFileSync(join(partial, name), content)
    write('README.md', composedCard({ order, kinds, used: filesOf(used, loaded), leftOut: loaded.leftOut }))
    write('set.json', `${JSON.stringify(settings(order, loaded), null, 2)}\n`)
    const sheet = contactSheet(shown)
    write('contact-sheet.png', encodeRgb(sheet.image))
    write('contact-sheet.txt', sheet.text)
  })
  return { folder: resolve(target), pairs: done, bytes, elapsedMs: Date.now() - begun }
}

/**
 * Raised where the same seed and sources give another set. 2: regions are seen in each frame that their captions speak
 * of, and neighbours too.
 */
const COMPOSER = 2

/** Settings that make the same set again. Paths are left out: the set is the same from any folder. */
function settings(order: ComposeOrder, { photographFiles, thingFiles }: LoadedLibrary): object {
  const sum = createHash('sha256')
  for (const { name, sha256 } of [...photographFiles, ...thingFiles]) {
    sum.update(`${name}\n${sha256}\n`)
  }
  return {
    generator: 'deltascribe compose',
    composer: COMPOSER,
    world: 'photographs',
    ...order,
    library: { photographs: photographFiles.length, things: thingFiles.length, sha256: sum.digest('hex') },
  }
}

/**
 * Composes all pairs of an order in `workers` threads, which share the library's pixels. `onNotes` gets what is told of
 * each pair as it is made, `onPair` its record in the order of the indices. Rejects with the first failure, or with
 * `signal.reason` when aborted; no thread outlives it.
 */
async function runComposers(
  order: ComposeOrder,
  library: Library,
  folder: string,
  workers: number,
  signal: AbortSignal,
  onNotes: (index: number, notes: PairNotes) => void,
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
      const makers = threads.map((thread) => asMaker(thread, onNotes))
      dispatchPairs(order.count, makers, onPair, resolve, reject)
    })
  } finally {
    // the folder can be removed only when no thread writes to it any more
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

function asMaker(thread: Worker, onNotes: (index: number, notes: PairNotes) => void): PairMaker {
  return {
    make: (index) => send(thread, { kind: 'make', index }),
    onAnswer: (use) => {
      thread.on('message', (message: FromComposer) => {
        if (message.kind === 'made') {
          onNotes(message.index, message)
        }
        use(message)
      })
    },
  }
}

function send(thread: Worker, message: ToComposer): void {
  thread.postMessage(message)
}
