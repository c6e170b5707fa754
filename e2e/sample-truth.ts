import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../build/build'
import type { Rect } from '../src/mask/bitmap'

/** The true changes of a pair of the sample. */
export interface ExportedPair {
  readonly key: string
  /** Image pixels of the after frame; none where nothing changed. */
  readonly things: readonly { readonly category: string; readonly box: Rect }[]
  readonly caption: string
}

const shownSchema = z.object({
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
const lineSchema = z.object({
  key: z.string(),
  regions: z.array(
    z.object({ category: z.string(), after: shownSchema.nullable(), vacated: shownSchema.nullable() }),
  ),
  captions: z.array(z.object({ text: z.string() })).nonempty(),
})

/** By key. */
export function sampleTruth(): ReadonlyMap<string, ExportedPair> {
  const lines = readFileSync(join(root, 'sample', 'pairs.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const { key, regions, captions } = lineSchema.parse(JSON.parse(line))
      const things = regions.flatMap(({ category, after, vacated }) => {
        const shown = after ?? vacated
        if (shown === null) {
          return []
        }
        const [x, y, width, height] = shown.bbox
        return [{ category, box: { x, y, width, height } }]
      })
      return [key, { key, things, caption: captions[0].text }]
    }),
  )
}
