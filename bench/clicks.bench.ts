import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PromptPoint } from '../src/contract/prompts'
import { userFolder } from '../src/engine/user-folder'
import { decodePair } from '../src/images/decode'
import { createDifferenceProposer } from '../src/inference/propose'
import { Clicks } from '../src/inference/sam2/click'
import { SegmentAnything } from '../src/inference/sam2/segment-anything'
import type { Bitmap } from '../src/mask/bitmap'
import { componentExtents, labelComponents } from '../src/mask/components'
import { maskIou } from '../src/mask/iou'
import { decodeRle } from '../src/mask/rle'
import { sam2TinyPack } from '../src/packs/catalogue'
import { isInstalled, packFolder } from '../src/packs/installed'
import { dataFolder } from './data'
import { grey, spread, surveillancePairs } from './evaluation-sets'

/**
 * Simulated clicks: the first at the innermost pixel of each changed region of at least 100 pixels of the
 * surveillance set, the next two at the innermost pixel of what is most wrong. Prints shares of the regions and times
 * as ratios to their limits. Run with `npx tsx bench/clicks.bench.ts [--limit PAIRS]`.
 */
const { values: options } = parseArgs({ options: { limit: { type: 'string', default: '21' } } })
const LEAST_PIXELS = 100
const CLICKS = 3
const LIMIT_MS = 100

/** The set pixel farthest from any that is not, by steps to the four sides; the middle one of several. */
function innermost({ width, height, data }: Bitmap): { x: number; y: number; depth: number } {
  const depth = new Int32Array(width * height)
  let ring: number[] = []
  for (let at = 0; at < data.length; at += 1) {
    if (data[at] === 1 && neighbours(at, width, height).some((next) => next < 0 || data[next] === 0)) {
      depth[at] = 1
      ring.push(at)
    }
  }
  let last = ring
  for (let level = 2; ring.length > 0; level += 1) {
    last = ring
    ring = ring.flatMap((at) =>
      neighbours(at, width, height).filter((next) => {
        const isNew = next >= 0 && data[next] === 1 && depth[next] === 0
        if (isNew) {
          depth[next] = level
        }
        return isNew
      }),
    )
  }
  const at = last[last.length >> 1]
  return at === undefined
    ? { x: 0, y: 0, depth: 0 }
    : { x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5, depth: depth[at] }
}

/** -1 outside of the image. */
function neighbours(at: number, width: number, height: number): number[] {
  const [x, y] = [at % width, Math.floor(at / width)]
  return [
    x > 0 ? at - 1 : -1,
    x < width - 1 ? at + 1 : -1,
    y > 0 ? at - width : -1,
    y < height - 1 ? at + width : -1,
  ]
}

function where(of: Bitmap, data: (at: number) => boolean): Bitmap {
  return { width: of.width, height: of.height, data: Uint8Array.from(of.data, (_, at) => (data(at) ? 1 : 0)) }
}

/** The next click of a person who sees both: into what is missing, or out of what is too much. */
function correction(mask: Bitmap, truth: Bitmap): PromptPoint {
  const missing = innermost(where(truth, (at) => truth.data[at] === 1 && mask.data[at] === 0))
  const excess = innermost(where(truth, (at) => truth.data[at] === 0 && mask.data[at] === 1))
  const isInside = missing.depth >= excess.depth
  const { x, y } = isInside ? missing : excess
  return { x, y, isInside }
}

async function measure(folder: string, models: SegmentAnything): Promise<void> {
  const difference = await createDifferenceProposer({ provider: 'cpu', threads: 1 })
  const decoder = await models.decoder()
  const found: number[][] = []
  const times: number[] = []
  for (const pair of spread(await surveillancePairs(folder), Number(options.limit))) {
    const { before, after } = await decodePair(pair.before, pair.after)
    const { width, height } = after
    const { regions } = await difference.propose(before, after)
    const truth = { width, height, data: (await grey(pair.truth)).map((value) => (value === 255 ? 1 : 0)) }
    const components = labelComponents(truth, 8)
    const { embedding } = await models.embed(after)
    for (const { label, area } of componentExtents(components)) {
      if (area < LEAST_PIXELS) {
        continue
      }
      const region = where(truth, (at) => components.labels[at] === label)
      const { x, y } = innermost(region)
      const points: PromptPoint[] = [{ x, y, isInside: true }]
      const clicks = new Clicks()
      const row: number[] = []
      while (row.length < CLICKS) {
        const started = performance.now()
        const { mask } = await clicks.answer(decoder, embedding, {
          key: pair.key,
          width,
          height,
          prompts: { points: [...points], box: null, mask: null },
          changes: regions.map((each) => each.mask),
        })
        times.push(performance.now() - started)
        const bitmap = decodeRle(mask)
        row.push(maskIou(bitmap, region))
        points.push(correction(bitmap, region))
      }
      found.push(row)
    }
  }
  const share = (click: number, least: number): string =>
    `${((100 * found.filter((row) => row[click] >= least).length) / found.length).toFixed(0)} %`
  times.sort((a, b) => a - b)
  const median = times[times.length >> 1]
  console.log(`${found.length} regions of at least ${LEAST_PIXELS} pixels`)
  console.log(`one click reaches IoU .7 for ${share(0, 0.7)} (goal 60 %)`)
  console.log(`three clicks reach IoU .8 for ${share(2, 0.8)} (goal 60 %)`)
  console.log(`a click to its mask: ${median.toFixed(0)} ms, ${(median / LIMIT_MS).toFixed(2)} of the limit`)
}

const home = userFolder()
const packsFolder = join(home, 'packs')
const folder = dataFolder('surveillance')
if (folder === null) {
  console.log('The surveillance set is not here: set DELTASCRIBE_DATA.')
} else if (await isInstalled(packsFolder, sam2TinyPack)) {
  const place = {
    folder: packFolder(packsFolder, sam2TinyPack.id),
    id: `${sam2TinyPack.id}-${sam2TinyPack.version}`,
    cacheFolder: join(home, 'cache', 'embeddings'),
  }
  await measure(folder, new SegmentAnything(place, 'cpu', 2))
} else {
  console.log(`${sam2TinyPack.id} is not installed: run "deltascribe models add ${sam2TinyPack.id}"`)
}
