import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PromptPoint } from '../src/contract/pairs'
import { userFolder } from '../src/engine/user-folder'
import { decodePair } from '../src/frames/decode-pair'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import { ClickSegmenter } from '../src/models/sam2/click-segmenter'
import type { Sam2Decoder, Embedding } from '../src/models/sam2/encoder-decoder'
import { logitsToMask } from '../src/models/sam2/logits'
import { SegmentAnything } from '../src/models/sam2/segment-anything'
import type { Bitmap } from '../src/mask/bitmap'
import { componentExtents, labelComponents } from '../src/mask/components'
import { maskIou } from '../src/mask/measures'
import { decodeRle } from '../src/mask/rle'
import { SAM2_TINY_PACK } from '../src/packs/catalogue'
import { isInstalled, packFolder } from '../src/packs/installed'
import { dataFolder } from './data'
import { grey, spread, surveillancePairs } from './evaluation-sets'
import { quantile } from './statistics'

/**
 * Simulated clicks: the first at the innermost pixel of each changed region of at least 100 pixels of the
 * surveillance set, the next two at the innermost pixel of what is most wrong. What the set calls unknown is neither
 * scored nor clicked on. Prints shares of the regions, of the model's own best word beside, and times as ratios to
 * their limits. Run with `npx tsx bench/clicks.bench.ts [--limit PAIRS]`.
 */
const { values: options } = parseArgs({ options: { limit: { type: 'string', default: '21' } } })
const LEAST_PIXELS = 100
const CLICKS = 3
const LIMIT_MS = 100
const SIZES = [
  [320, 240],
  [1920, 1080],
  [4096, 4096],
] as const

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

/** The next corrective click: into a missing part, or out of an excess part. */
function correction(mask: Bitmap, truth: Bitmap): PromptPoint {
  const missing = innermost(where(truth, (at) => truth.data[at] === 1 && mask.data[at] === 0))
  const excess = innermost(where(truth, (at) => truth.data[at] === 0 && mask.data[at] === 1))
  const isInside = missing.depth >= excess.depth
  const { x, y } = isInside ? missing : excess
  return { x, y, isInside }
}

function share(ious: readonly number[], least: number): string {
  return `${((100 * ious.filter((iou) => iou >= least).length) / ious.length).toFixed(0)} %`
}

/** First clicks into changes that are what the model answers, as if the embedding were of an image of that size. */
async function timeAt(
  decoder: Sam2Decoder,
  embedding: Embedding,
  width: number,
  height: number,
): Promise<number> {
  const times: number[] = []
  for (const share of [0.3, 0.4, 0.5, 0.6, 0.7]) {
    const points = [{ x: share * width, y: share * height, isInside: true }]
    const request = { key: '', width, height, prompts: { points, box: null, mask: null } }
    const { mask } = await new ClickSegmenter().segment(decoder, embedding, { ...request, changes: [] })
    const started = performance.now()
    await new ClickSegmenter().segment(decoder, embedding, { ...request, changes: [mask] })
    times.push(performance.now() - started)
  }
  return quantile(times, 0.5)
}

/** One loop, because all measurements are of the same clicks. */
async function measure(folder: string, models: SegmentAnything): Promise<void> {
  const difference = await createDifferenceProposer({ provider: 'cpu', threads: 1 })
  const decoder = await models.decoder()
  const results: number[][] = []
  let last: Embedding | null = null
  const plain: number[] = []
  const whole: number[] = []
  const times: number[] = []
  const alone: number[] = []
  for (const pair of spread(await surveillancePairs(folder), Number(options.limit))) {
    const { before, after } = await decodePair(pair.before, pair.after)
    const { width, height } = after
    const { regions } = await difference.propose(before, after)
    const levels = await grey(pair.truth)
    const truth = { width, height, data: levels.map((value) => (value === 255 ? 1 : 0)) }
    const withinValid = (mask: Bitmap): Bitmap =>
      where(mask, (at) => mask.data[at] === 1 && levels[at] !== 85 && levels[at] !== 170)
    const components = labelComponents(truth, 8)
    const { embedding } = await models.embed(after)
    last = embedding
    for (const { label, area } of componentExtents(components)) {
      if (area < LEAST_PIXELS) {
        continue
      }
      const region = where(truth, (at) => components.labels[at] === label)
      const { x, y } = innermost(region)
      const points: PromptPoint[] = [{ x, y, isInside: true }]
      const decodeStarted = performance.now()
      const offers = await decoder.decode(embedding, after, { points, box: null, mask: null })
      alone.push(performance.now() - decodeStarted)
      const { logits, side } = offers.toSorted((a, b) => b.quality - a.quality)[0]
      plain.push(maskIou(withinValid(logitsToMask(logits, side, width, height).mask), region))
      const clicks = new ClickSegmenter()
      const row: number[] = []
      while (row.length < CLICKS) {
        const started = performance.now()
        const { mask } = await clicks.segment(decoder, embedding, {
          key: pair.key,
          width,
          height,
          prompts: { points: [...points], box: null, mask: null },
          changes: regions.map((each) => each.mask),
        })
        times.push(performance.now() - started)
        const predicted = decodeRle(mask)
        const bitmap = withinValid(predicted)
        row.push(maskIou(bitmap, region))
        if (row.length === 1) {
          whole.push(maskIou(predicted, region))
        }
        points.push(correction(bitmap, region))
      }
      results.push(row)
    }
  }
  const afterClick = (click: number): number[] => results.map((row) => row[click])
  console.log(`${results.length} regions of at least ${LEAST_PIXELS} pixels`)
  console.log(`one click reaches IoU .7 for ${share(afterClick(0), 0.7)} (goal 60 %)`)
  console.log(`  the best-scored mask of three: ${share(plain, 0.7)}`)
  console.log(`  what is unknown counted as unchanged: ${share(whole, 0.7)}`)
  console.log(`three clicks reach IoU .8 for ${share(afterClick(2), 0.8)} (goal 60 %)`)
  const took = quantile(times, 0.5)
  console.log(
    `a click to its mask: ${took.toFixed(0)} ms, ${(took / LIMIT_MS).toFixed(2)} of the limit (the model alone ${quantile(alone, 0.5).toFixed(0)} ms)`,
  )
  for (const [width, height] of SIZES) {
    const each = last === null ? 0 : await timeAt(decoder, last, width, height)
    console.log(`  on ${width} x ${height}: ${each.toFixed(0)} ms`)
  }
}

const home = userFolder()
const packsFolder = join(home, 'packs')
const folder = dataFolder('surveillance')
if (folder === null) {
  console.log('The surveillance set is not here: set DELTASCRIBE_DATA.')
} else if (await isInstalled(packsFolder, SAM2_TINY_PACK)) {
  const location = {
    folder: packFolder(packsFolder, SAM2_TINY_PACK.id),
    id: `${SAM2_TINY_PACK.id}-${SAM2_TINY_PACK.version}`,
    cacheFolder: join(home, 'cache', 'embeddings'),
  }
  await measure(folder, new SegmentAnything(location, 'cpu', { threads: 2 }))
} else {
  console.log(`${SAM2_TINY_PACK.id} is not installed: run "deltascribe models add ${SAM2_TINY_PACK.id}"`)
}
