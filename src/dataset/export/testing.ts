import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportReport } from '../../contract/work'
import { emptyDocument } from '../../domain/document'
import type { Caption, Region } from '../../domain/document'
import { putSidecars } from '../../georeference/testing'
import { encodePng } from '../../images/raster'
import { makePair } from '../../images/testing'
import { encodeRle } from '../../mask/rle'
import { exportPairs } from './export'
import { factsOf } from '../../domain/document-facts'
import type { ExportItem, FactsItem } from './export-pair'

/** Made items for the tests of exports. */

export const madeWidth = 12
export const madeHeight = 10

export type MaskShape = 'empty' | 'full' | 'ring' | 'dots'

/** Masks of every shape that a run-length encoding can get wrong. */
export function madeMask(shape: MaskShape): Uint8Array {
  return Uint8Array.from({ length: madeWidth * madeHeight }, (_, index) => {
    const [x, y] = [index % madeWidth, Math.floor(index / madeWidth)]
    switch (shape) {
      case 'empty':
        return 0
      case 'full':
        return 1
      case 'ring':
        return x >= 2 && x < 9 && y >= 1 && y < 8 && !(x >= 4 && x < 7 && y >= 3 && y < 6) ? 1 : 0
      case 'dots':
        return (x + y) % 3 === 0 || index === madeWidth * madeHeight - 1 ? 1 : 0
    }
  })
}

export function madeRegion(id: string, shape: MaskShape, change: Partial<Region> = {}): Region {
  return {
    id,
    category: 'building',
    status: 'accepted',
    mask: encodeRle({ width: madeWidth, height: madeHeight, data: madeMask(shape) }),
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
    ...change,
  }
}

function madeCaption(text: string, rank: number): Caption {
  return { id: `caption-${rank}-${text}`, text, rank, source: { kind: 'person' }, logProbability: null }
}

/** Encoded images by pair number: many tests write the same ones. */
const encoded = new Map<number, Promise<Buffer[]>>()

function encodedPair(number: number): Promise<Buffer[]> {
  const { before, after } = makePair(number, madeWidth, madeHeight)
  const made = encoded.get(number) ?? Promise.all([before, after].map((image) => encodePng(image)))
  encoded.set(number, made)
  return made
}

/** Writes the two images, with the files that tell where they lie, and returns the item: accepted, without regions and captions by default. */
export async function madeItem(
  folder: string,
  key: string,
  change: { regions?: Region[]; captions?: string[]; item?: Partial<ExportItem> } = {},
): Promise<ExportItem> {
  const [before, after] = await encodedPair(key.length)
  const name = Buffer.from(key).toString('hex').slice(0, 60)
  const [beforePath, afterPath] = [join(folder, `${name}-0.png`), join(folder, `${name}-1.png`)]
  await writeFile(beforePath, before)
  await writeFile(afterPath, after)
  await Promise.all([putSidecars(beforePath), putSidecars(afterPath)])
  return {
    key,
    split: null,
    beforePath,
    afterPath,
    width: madeWidth,
    height: madeHeight,
    problem: null,
    document: {
      ...emptyDocument(),
      review: { state: 'accepted', notes: '', reviewer: null },
      regions: change.regions ?? [],
      captions: (change.captions ?? []).map(madeCaption),
    },
    proposedBy: null,
    ...change.item,
  }
}

/** Exports reviewed items, without progress or cancellation. */
export function exportMade(items: readonly ExportItem[], format: string, out: string): Promise<ExportReport> {
  const signal = new AbortController().signal
  return exportPairs(
    items,
    { format, out, states: ['accepted', 'corrected'] },
    { progress: () => {}, signal },
  )
}

/** Facts of an item, as a preview has them. */
export function madeFactsItem(item: ExportItem): FactsItem {
  const { document, proposedBy } = item
  const known = { state: document.review.state, isProposed: proposedBy !== null, isMeasured: true }
  return { ...item, ...known, facts: factsOf(document) }
}
