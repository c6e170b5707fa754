import type { ParsedInput } from '../contract/define'
import type { Region } from '../domain/document'
import type { Homography } from '../domain/pair'
import type { Raster } from '../images/raster'
import { decodeCounts, rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { statesNoChange } from '../metrics/no-change'
import { measureRegions } from '../models/measure-regions'
import type { Detector } from '../models/nanodet/detector'
import type { RegionChange } from '../names/claim'
import { COCO_NAMES, wordFor } from '../names/coco-names'
import { colourName } from '../names/colour'
import type { CaptionQuery } from '../names/locate/caption-query'
import type { Candidate, Shades, Surroundings } from '../names/locate/candidate'
import { candidatesOf, landmarksOf } from '../names/locate/candidates'
import type { PairPixels } from '../names/locate/candidates'
import { LEAST_FIT, choose, shareFound } from '../names/locate/choose'
import type { Choice } from '../names/locate/choose'
import { locatedAnswer } from '../names/locate/located-answer'
import type { LocatedAnswer } from '../names/locate/located-answer'
import { readCaption } from '../names/locate/read-caption'
import type { ProjectWord } from '../names/locate/tag-words'
import { claimNames } from '../names/name-claims'
import { divideRegions } from '../names/divide-regions'
import { nameRegions } from '../names/name-regions'
import type { TaughtName } from '../names/taught-names'
import { alignedBefore, detectAll } from './naming'
import type { InferenceCommands } from './inference-contract'

type LocateRequest = Pick<
  ParsedInput<InferenceCommands, 'locate'>,
  'caption' | 'naming' | 'thresholds' | 'vocabulary'
>

interface Pair {
  readonly before: Raster
  readonly after: Raster
}

/** Changes of a pair as they are without a caption. */
export interface PairChanges {
  readonly regions: readonly Region[]
  readonly changes: readonly RegionChange[]
  readonly alignment: Homography | null
}

export interface LocateSources {
  readonly detector: Detector
  /** @param threshold of the map; null for measured difference */
  changesAt(threshold: number | null): Promise<PairChanges>
  /** Names by examples, by region id. */
  taughtNames(changes: PairChanges): Promise<ReadonlyMap<string, TaughtName>>
}

/** One set of candidates. */
interface Round {
  readonly candidates: readonly Candidate[]
  readonly around: Surroundings
}

/** Regions that fit a caption, with links from its words, and what was not found. */
export async function locateChanges(
  sources: LocateSources,
  pair: Pair,
  request: LocateRequest,
): Promise<LocatedAnswer> {
  const { caption, naming } = request
  if (statesNoChange(caption)) {
    return { regions: [], links: [], remarks: [] }
  }
  const queries = readCaption(caption, projectWords(request), naming.language)
  const choices = queries.length === 0 ? [] : await chosen(sources, pair, request, queries)
  return locatedAnswer(choices, caption, naming.words)
}

/** The sure ones at each threshold first, then those that fit at all. */
async function chosen(
  sources: LocateSources,
  pair: Pair,
  request: LocateRequest,
  queries: readonly CaptionQuery[],
): Promise<Choice[]> {
  let choices: Choice[] = queries.map((one) => ({ query: one, found: [] }))
  const rounds: Round[] = []
  const thresholds = request.thresholds.length === 0 ? [null] : request.thresholds
  for (const [index, threshold] of thresholds.entries()) {
    const isFound = choices.every(({ found, query: { count } }) => found.length >= (count ?? 1))
    if (!isFound || index === 0) {
      const round = await roundAt(sources, pair, request, { threshold, index, queries })
      choices = choose(choices, round.candidates, round.around, LEAST_FIT.sure)
      rounds.push(round)
    }
  }
  for (const { candidates, around } of rounds) {
    choices = choose(choices, candidates, around, LEAST_FIT.any)
  }
  return rounds.reduce((now, { candidates, around }) => shareFound(now, candidates, around), choices)
}

/** Words that a thing has in this project, with the detector's kinds that have them. */
function projectWords({ naming: { words }, vocabulary }: LocateRequest): ProjectWord[] {
  const kinds = COCO_NAMES.flatMap((kind): ProjectWord[] => {
    const word = wordFor(words, kind)
    return word === null ? [] : [{ word, kinds: [kind] }]
  })
  return [...vocabulary.map((word) => ({ word, kinds: [] })), ...kinds]
}

async function roundAt(
  { detector, changesAt, taughtNames }: LocateSources,
  pair: Pair,
  { naming }: LocateRequest,
  {
    threshold,
    index,
    queries,
  }: { threshold: number | null; index: number; queries: readonly CaptionQuery[] },
): Promise<Round> {
  const found = await changesAt(threshold)
  const regions = found.regions.map((region) => ({ ...region, id: `${index} ${region.id}` }))
  const changes = { ...found, regions }
  const { before, after } = await detectAll(detector, pair, { regions, alignment: found.alignment })
  const measured = regions.map((region, at) => ({ ...region, change: found.changes[at] }))
  const claimed = claimNames(measured, before, after, found.alignment, { leastScore: naming.leastScore })
  const taught = await taughtNames(changes)
  // in the detector's words: the project's are put in their place at the end
  const pixels = pixelsOf(alignedBefore(pair, found.alignment), pair.after)
  const named = { regions, changes: found.changes, claimed, words: {}, taught }
  const { things } = nameRegions(divideRegions(named, found.alignment, (parts) => parts.map(pixels.measure)))
  const detections = { before, after, alignment: found.alignment, pixels }
  const kinds = new Set(queries.flatMap(({ thing, former }) => [...thing.kinds, ...(former?.kinds ?? [])]))
  return {
    candidates: candidatesOf(things, detections, kinds),
    around: { width: pair.after.width, height: pair.after.height, landmarks: landmarksOf(detections) },
  }
}

/** @param before in the after frame and of its size */
function pixelsOf(before: Raster, after: Raster): PairPixels {
  return {
    measure: (masks) => measureRegions([masks], before, after)[0],
    shades(mask) {
      const pixels = somePixels(mask)
      return { before: shadesIn(before, pixels), after: shadesIn(after, pixels) }
    },
  }
}

/** Pixels of a mask whose colours are looked at. */
const MOST_PIXELS = 2000

/** Evenly some of a mask's pixels, as indexes of the image's rows. The cost grows with the number of runs. */
function somePixels(mask: Rle): number[] {
  const [height, width] = mask.size
  const step = Math.max(1, Math.floor(rleArea(mask) / MOST_PIXELS))
  const pixels: number[] = []
  let [start, skipped] = [0, 0]
  for (const [index, run] of decodeCounts(mask.counts).entries()) {
    if (index % 2 === 1) {
      // a mask runs down its columns
      for (let at = start + skipped; at < start + run; at += step) {
        pixels.push((at % height) * width + Math.floor(at / height))
        skipped += step
      }
      skipped -= run
    }
    start += run
  }
  return pixels
}

function shadesIn({ data }: Raster, pixels: readonly number[]): Shades {
  const shades = new Map<string, number>()
  for (const pixel of pixels) {
    const name = colourName([data[3 * pixel], data[3 * pixel + 1], data[3 * pixel + 2]])
    shades.set(name, (shades.get(name) ?? 0) + 1 / pixels.length)
  }
  return shades
}
