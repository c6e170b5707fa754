import { rectOf } from '../mask/measures'
import type { Output, ParsedInput } from '../contract/define'
import type { Frame, Source } from '../domain/document'
import type { Homography } from '../domain/pair'
import type { PartMasks } from '../domain/region-parts'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import type { Rle } from '../mask/rle'
import { boxColours, measureRegions } from '../models/measure-regions'
import type { Detector } from '../models/nanodet/detector'
import type { DescribedRegion } from '../names/change-facts'
import type { RegionChange, ClaimedNames } from '../names/claim'
import { namedCaptions } from '../names/captions/named-captions'
import type { CaptionsWithLinks } from '../names/captions/named-captions'
import { claimNames } from '../names/name-claims'
import type { Detection, FrameDetections } from '../names/detection'
import { wordFor } from '../names/coco-names'
import { divideRegions } from '../names/divide-regions'
import { nameRegions } from '../names/name-regions'
import type { TaughtName } from '../names/taught-names'
import { NAMES_MODEL, NAMES_VERSION } from '../names/rule'
import type { InferenceCommands } from './inference-contract'
import { invert } from '../domain/homography'
import { followWindow } from '../views/crop-windows'
import { fillUnknown } from '../images/registration/fill-unknown'
import { warp } from '../images/registration/homography'

interface Pair {
  before: Raster
  after: Raster
}
type NameRequest = ParsedInput<InferenceCommands, 'name'>

/**
 * The regions of a proposal with names, and its captions with them. Where nothing has a name, all is as it was.
 * @param taught names by examples, by region id
 */
export async function nameProposal(
  detector: Detector,
  pair: Pair,
  request: NameRequest,
  taught: ReadonlyMap<string, TaughtName>,
): Promise<Omit<Output<InferenceCommands, 'name'>, 'milliseconds'>> {
  const { regions, alignment, naming } = request
  const before = alignedBefore(pair, alignment)
  const measure = (parts: readonly PartMasks[]): RegionChange[] => measureRegions(parts, before, pair.after)
  const changes = request.changes ?? measure(regions)
  const asked = { regions, changes, alignment, leastScore: naming.leastScore }
  const claimed = await (taught.size === 0 ? claimsIfAny : claims)(detector, pair, asked)
  if (claimed === null) {
    return unchanged(request, changes)
  }
  const input = { regions, changes, claimed, words: naming.words, taught }
  // parts of a large scene are put together by what touches
  const divided =
    request.part === undefined ? divideRegions(input, alignment, measure) : { ...input, remarks: [] }
  const { things, remarks } = nameRegions(divided)
  const named = things.map(({ region }) => region)
  if (named.every(({ name }) => name == null)) {
    return unchanged(request, changes)
  }
  const described = captionsOf(things, claimed, request, { kind: 'proposal', proposalId: 0 })
  const all = {
    regions: named,
    changes: things.map(({ change }) => change),
    remarks: [...divided.remarks, ...remarks],
  }
  return request.changes === null ? { ...all, ...behind(request, described) } : { ...all, ...described }
}

function unchanged(
  { regions, captions, links }: NameRequest,
  changes: RegionChange[],
): Omit<Output<InferenceCommands, 'name'>, 'milliseconds'> {
  return { regions, changes, captions, links, remarks: [] }
}

/** Captions for regions that people have drawn and named. */
export async function describeRegions(
  detector: Detector,
  pair: Pair,
  request: ParsedInput<InferenceCommands, 'describe'>,
): Promise<CaptionsWithLinks> {
  const { regions, alignment, naming } = request
  const changes = measureRegions(regions, alignedBefore(pair, alignment), pair.after)
  const claimed = await claims(detector, pair, { regions, changes, alignment, leastScore: naming.leastScore })
  const described = regions.map((region, index): DescribedRegion => {
    const own = claimed.changes.find((change) => change.regions.includes(index)) ?? null
    // what a person named otherwise is told as they named it
    const isOwn = own !== null && wordFor(naming.words, own.claim.name) === region.category
    return { region, change: changes[index], named: isOwn ? own : null }
  })
  return captionsOf(described, claimed, request, {
    kind: 'model',
    model: NAMES_MODEL,
    version: NAMES_VERSION,
  })
}

interface Claiming {
  regions: readonly { mask: Rle; beforeMask: Rle | null }[]
  changes: readonly RegionChange[]
  alignment: Homography | null
  leastScore: number
}

/** Names for the regions, and unchanged things that a caption may refer to. */
async function claims(detector: Detector, pair: Pair, asked: Claiming): Promise<ClaimedNames> {
  return claimsFrom(await detectAll(detector, pair, asked), asked)
}

/** The same sooner, where nothing is claimed: then it is null. */
async function claimsIfAny(detector: Detector, pair: Pair, asked: Claiming): Promise<ClaimedNames | null> {
  const found = await detector.detectPair(pair, boxesOf(pair, asked), asked.leastScore)
  return found === null ? null : claimsFrom(seenInBoth(pair, found), asked)
}

type Places = Pick<Claiming, 'regions' | 'alignment'>

/** In pixels of each frame. */
function boxesOf({ before }: Pair, { regions, alignment }: Places): { before: Rect[]; after: Rect[] } {
  const back = alignment === null ? null : invert(alignment)
  return {
    before: regions.map(({ mask, beforeMask }) => {
      const isThere = beforeMask !== null || back === null
      return isThere ? rectOf(beforeMask ?? mask) : followWindow(rectOf(mask), back, before)
    }),
    after: regions.map(({ mask }) => rectOf(mask)),
  }
}

type InBoth<T> = Readonly<Record<Frame, T>>

/** What both frames show, as far as it may matter for regions. */
export async function detectAll(
  detector: Detector,
  pair: Pair,
  asked: Places,
): Promise<InBoth<FrameDetections>> {
  const boxes = boxesOf(pair, asked)
  const before = await detector.detect(pair.before, boxes.before)
  const after = await detector.detect(pair.after, boxes.after)
  return seenInBoth(pair, { before, after })
}

function claimsFrom(
  frames: InBoth<FrameDetections>,
  { regions, changes, alignment, leastScore }: Claiming,
): ClaimedNames {
  const measured = regions.map((region, index) => ({ ...region, change: changes[index] }))
  return claimNames(measured, frames.before, frames.after, alignment, { leastScore })
}

function seenInBoth({ before, after }: Pair, found: InBoth<Detection[]>): InBoth<FrameDetections> {
  return { before: seenIn(before, found.before), after: seenIn(after, found.after) }
}

function seenIn(image: Raster, detections: Detection[]): FrameDetections {
  const { width, height } = image
  return { width, height, detections, colourOf: boxColours(image) }
}

function captionsOf(
  described: readonly DescribedRegion[],
  { still }: ClaimedNames,
  { naming }: { naming: NameRequest['naming'] },
  source: Source,
): CaptionsWithLinks {
  return namedCaptions(described, still, naming, source)
}

/** The model's own captions, and then the first of those with names. */
function behind(own: CaptionsWithLinks, { captions: [first], links }: CaptionsWithLinks): CaptionsWithLinks {
  const rank = own.captions.reduce((highest, caption) => Math.max(highest, caption.rank + 1), 0)
  return {
    captions: [...own.captions, { ...first, rank }],
    links: [...own.links, ...links.filter(({ captionId }) => captionId === first.id)],
  }
}

/** The before image in the after frame; unknown pixels are those of the after image, and so no change. */
export function alignedBefore(
  { before, after }: { before: Raster; after: Raster },
  alignment: Homography | null,
): Raster {
  const back = alignment === null ? null : invert(alignment)
  if (back === null) {
    return before
  }
  const { image, valid } = warp(before, back, after.width, after.height)
  return fillUnknown(image, valid, after)
}
