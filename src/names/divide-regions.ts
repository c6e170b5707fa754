import type { Homography } from '../domain/pair'
import type { Frame, Region } from '../domain/document'
import { IDENTITY, invert, project } from '../domain/homography'
import type { Point } from '../domain/homography'
import type { PartMasks } from '../domain/region-parts'
import type { Rect } from '../mask/bitmap'
import { areaOf } from '../mask/rect'
import { decodePlaced, encodePlaced } from '../mask/placed-mask'
import { rleArea } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { MessageText } from '../messages/message'
import { message } from '../messages/message'
import type { NameClaim, NamedChange, RegionChange } from './claim'
import { wordFor } from './coco-names'
import type { NamingInput } from './name-regions'

/** Of its box a thing must have this share in its part of the region. */
const LEAST_OF_BOX = 0.1

export interface Divided extends NamingInput {
  /** For the user: what was divided. */
  readonly remarks: readonly MessageText[]
}

/**
 * A region in which several things were seen that came, or went, becomes a region for each of them: two people who
 * touch are two. No pixel is lost. Regions that people have named stay whole, and so do those of moved things.
 * @param alignment from the before to the after frame; null where they lie as they are
 * @param measure of the parts of a region
 */
export function divideRegions(
  input: NamingInput,
  alignment: Homography | null,
  measure: (parts: readonly PartMasks[]) => RegionChange[],
): Divided {
  const regions = [...input.regions]
  const changes = [...input.changes]
  const remarks: MessageText[] = []
  const named = input.claimed.changes.flatMap((own): NamedChange[] => {
    const [first] = own.regions
    const claims = claimsToPart(input, own)
    const parts = claims.length < 2 ? null : divided(input.regions[first], claims, alignment)
    if (parts === null) {
      return [own]
    }
    remarks.push(message('proposals.divided', { count: parts.length }))
    const measured = measure(parts)
    return parts.map((masks, at) => {
      const index = at === 0 ? first : regions.length
      regions[index] = partOf(input.regions[first], masks, at)
      changes[index] = measured[at]
      return {
        regions: [index],
        origin: null,
        claim: claims[at],
        beside: [],
        others: at === 0 ? own.others : [],
      }
    })
  })
  return { ...input, regions, changes, claimed: { ...input.claimed, changes: named }, remarks }
}

/** Those that get a part each; none if the region stays whole. */
function claimsToPart({ regions, words, taught }: NamingInput, own: NamedChange): NameClaim[] {
  const claims = [own.claim, ...own.beside].filter(({ name }) => wordFor(words, name) !== null)
  const isOfOne = own.regions.length === 1 && own.origin === null && !taught.has(regions[own.regions[0]].id)
  const isAlike = claims.every(({ kind, frame }) => {
    const cameOrWent = kind === 'appeared' || kind === 'vanished' || kind === 'no longer visible'
    return cameOrWent && frame === own.claim.frame
  })
  return isOfOne && isAlike && claims[0] === own.claim ? claims : []
}

function partOf(whole: Region, masks: PartMasks, at: number): Region {
  return { ...whole, ...masks, id: at === 0 ? whole.id : `${whole.id}-${at + 1}` }
}

/** Null where a thing would have too little of it. @param claims of one frame */
function divided(
  { mask, beforeMask }: PartMasks,
  claims: readonly NameClaim[],
  alignment: Homography | null,
): PartMasks[] | null {
  const boxes = claims.map(({ box }) => box)
  const [{ frame }] = claims
  const after = byBox(mask, boxes, intoFrame('after', frame, alignment))
  const before = beforeMask === null ? null : byBox(beforeMask, boxes, intoFrame('before', frame, alignment))
  const seen = frame === 'before' && before !== null ? before : after
  if (boxes.some((box, at) => rleArea(seen[at]) < LEAST_OF_BOX * areaOf(box))) {
    return null
  }
  return after.map((part, at) => {
    const inBefore = before?.[at] ?? null
    return { mask: part, beforeMask: inBefore === null || rleArea(inBefore) === 0 ? null : inBefore }
  })
}

/** Where a pixel of one frame lies in another one. */
function intoFrame(from: Frame, to: Frame, alignment: Homography | null): (at: Point) => Point {
  if (from === to || alignment === null) {
    return (at) => at
  }
  const map = from === 'before' ? alignment : (invert(alignment) ?? IDENTITY)
  return (at) => project(map, at)
}

/** A mask for each box: a pixel goes to the box whose middle is the nearest, in half sides of that box. */
function byBox(mask: Rle, boxes: readonly Rect[], toBoxes: (at: Point) => Point): Rle[] {
  const whole = decodePlaced(mask)
  /** Of each pixel the place of its box, from 1 on; 0 where it is not set. */
  const owners = Uint16Array.from(whole.data, (value, at) => {
    const [x, y] = [whole.x + (at % whole.width), whole.y + Math.floor(at / whole.width)]
    return value === 0 ? 0 : 1 + nearest(toBoxes({ x, y }), boxes)
  })
  const [height, width] = mask.size
  return boxes.map((_, index) => {
    const data = Uint8Array.from(owners, (owner) => (owner === index + 1 ? 1 : 0))
    return encodePlaced({ ...whole, data }, { width, height })
  })
}

function nearest({ x, y }: Point, boxes: readonly Rect[]): number {
  let [best, least] = [0, Infinity]
  boxes.forEach((box, index) => {
    const across = Math.abs(x + 0.5 - box.x - box.width / 2) / box.width
    const down = Math.abs(y + 0.5 - box.y - box.height / 2) / box.height
    const distance = Math.max(across, down)
    if (distance < least) {
      best = index
      least = distance
    }
  })
  return best
}
