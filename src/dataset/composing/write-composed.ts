import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { encodeRgb, openLines } from '../synthetic/layouts/layout'
import { writeWhole } from '../synthetic/write-set'
import type { SetProgress, SetReport } from '../synthetic/write-set'
import { composedCard, usedSources } from './card'
import type { LoadedLibrary } from './load-library'
import { COMPOSED_FOLDERS, composedPair } from './order'
import type { ComposeOrder, ToComposer } from './order'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import type { Library } from '../../synth/photographs/library'
import { dispatchPairs } from '../synthetic/worker-pool'
import type { OnPair, PairMaker } from '../synthetic/worker-pool'
import type { FromWorker } from '../synthetic/layouts/layout'
import type { RgbImage, SyntheticPair } from '../../synth/pair'
import { unionBitmaps } from '../../mask/bitmap'
import { changedPixels } from '../../synth/photographs/truth'

/** Pairs of the contact sheet. */
const SHOWN = 24

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
  let bytes = 0
  let done = 0
  await writeWhole(target, signal, async (partial) => {
    for (const name of COMPOSED_FOLDERS[order.layout]) {
      mkdirSync(join(partial, name), { recursive: true })
    }
    const index = openLines(join(partial, 'pairs.jsonl'))
    try {
      await runComposers(order, loaded.library, partial, workers, signal, (record, size) => {
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
    const used = usedSources(order, loaded)
    write('README.md', composedCard({ order, kinds, used, leftOut: loaded.leftOut }))
    write('set.json', `${JSON.stringify(settings(order, loaded), null, 2)}\n`)
    const sheet = contactSheet(
      Array.from({ length: Math.min(SHOWN, order.count) }, (_, at) =>
        composedPair(order, loaded.library, at),
      ),
    )
    write('contact-sheet.png', encodeRgb(sheet.image))
    write('contact-sheet.txt', sheet.text)
  })
  return { folder: resolve(target), pairs: done, bytes, elapsedMs: Date.now() - begun }
}

/** Settings that make the same set again. Paths are left out: the set is the same from any folder. */
function settings(order: ComposeOrder, { photographFiles, thingFiles }: LoadedLibrary): object {
  const sum = createHash('sha256')
  for (const { name, sha256 } of [...photographFiles, ...thingFiles]) {
    sum.update(`${name}\n${sha256}\n`)
  }
  return {
    generator: 'deltascribe compose',
    world: 'photographs',
    ...order,
    library: { photographs: photographFiles.length, things: thingFiles.length, sha256: sum.digest('hex') },
  }
}

/**
 * Composes all pairs of an order in `workers` threads, which share the library's pixels. `onPair` gets each pair's
 * record in the order of the indices. Rejects with the first failure, or with `signal.reason` when aborted; no thread
 * outlives it.
 */
async function runComposers(
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
    // the folder can be removed only when no thread writes to it any more
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

/** Pairs side by side; each is before, after and mask. */
const PAIRS_ACROSS = 2
/** Pixels between pictures, and the grey level of the gaps. */
const GAP = 4
const GROUND = 32

/** Pairs of one size in a grid of before, after and mask, and the description of each, by its number. */
function contactSheet(pairs: readonly SyntheticPair[]): { image: RgbImage; text: string } {
  const { width, height } = pairs[0].before
  const rows = Math.ceil(pairs.length / PAIRS_ACROSS)
  const across = PAIRS_ACROSS * 3 * (width + GAP) + GAP
  const down = rows * (height + GAP) + GAP
  const image = { width: across, height: down, data: new Uint8Array(3 * across * down).fill(GROUND) }
  pairs.forEach((pair, at) => {
    const left = GAP + (at % PAIRS_ACROSS) * 3 * (width + GAP)
    const top = GAP + Math.floor(at / PAIRS_ACROSS) * (height + GAP)
    ;[pair.before, pair.after, maskImage(pair)].forEach((picture, place) => {
      put(picture, image, left + place * (width + GAP), top)
    })
  })
  const text = pairs.map(({ changeType, captions }, at) =>
    [`${at} ${changeType}`, ...captions.map((caption) => `  ${caption.text}`)].join('\n'),
  )
  return { image, text: `${text.join('\n')}\n` }
}

function maskImage({ regions, after: { width, height } }: SyntheticPair): RgbImage {
  const mask = unionBitmaps(
    width,
    height,
    regions.map((region) => changedPixels(region, { width, height })),
  )
  const data = new Uint8Array(3 * width * height)
  mask.data.forEach((value, pixel) => data.fill(255 * value, 3 * pixel, 3 * pixel + 3))
  return { width, height, data }
}

function put(picture: RgbImage, sheet: RgbImage, left: number, top: number): void {
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(3 * y * picture.width, 3 * (y + 1) * picture.width)
    sheet.data.set(row, 3 * ((top + y) * sheet.width + left))
  }
}
