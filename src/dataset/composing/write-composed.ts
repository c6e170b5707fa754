import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { encodeRgb, openLines } from '../synthetic/layouts/layout'
import { writeWhole } from '../synthetic/whole-set'
import type { SetProgress, SetReport } from '../synthetic/write-set'
import { composedCard } from './card'
import { runComposers } from './compose-pool'
import type { LoadedLibrary } from './load-library'
import { COMPOSED_FOLDERS, composedPair } from './order'
import type { ComposeOrder } from './order'
import { contactSheet } from './sheet'
import { usedSources } from './used-sources'

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

/** What makes the set again: no path, as it is the same from any. */
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
