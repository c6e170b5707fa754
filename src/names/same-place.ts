import { areaOf, boxIou, sharedArea } from '../mask/boxes'
import type { NamedRegion, ThingChange } from './claim'
import { isSameGroup } from './coco-names'
import { chromaDistance, colourDistance, colourName } from './colour'
import { counterpartOf } from './detection'
import type { ChangedDetection, PairEvidence, PlacedFrames } from './detection'
import { leastScoreOf, RULE } from './rule'

const REPAINTED = {
  /** Of the thing's box. */
  changedShare: 0.5,
  /** CIELAB; light alone changes no hue. */
  colourDistance: 30,
  chromaDistance: 20,
} as const

/** The same thing in both frames, in clearly another colour. Strict: light, shadow and reflections are no paint. */
export function findRepainted(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
  { changed: pixels }: PairEvidence,
): ThingChange[] {
  return found
    .filter(({ frame, box, region, changed, counterpart }) => {
      const { kind, before, after } = regions[region].change
      return (
        frame === 'after' &&
        counterpart !== null &&
        kind === 'changed' &&
        changed >= REPAINTED.changedShare &&
        pixels.after.insideShare(region, box) >= RULE.insideShare &&
        colourName(before) !== colourName(after) &&
        colourDistance(before, after) >= REPAINTED.colourDistance &&
        chromaDistance(before, after) >= REPAINTED.chromaDistance
      )
    })
    .map((thing) => ({ kind: 'changed colour', thing }))
}

/** What one frame alone shows in its place. What was replaced is no change of its own. */
export function tellPlaces(
  found: readonly ChangedDetection[],
  regions: readonly NamedRegion[],
  { frames, changed, leastScore }: PairEvidence,
): ThingChange[] {
  return found
    .filter((one) => !found.some((other) => isReplacedBy(one, other)))
    .map((thing): ThingChange => {
      const former = found.find((other) => isReplacedBy(other, thing))
      if (former !== undefined) {
        return { kind: 'replaced', thing, former }
      }
      if (thing.frame === 'after') {
        return { kind: 'appeared', thing }
      }
      const isGone =
        regions[thing.region].change.kind === 'vanished' &&
        changed.before.insideShare(thing.region, thing.box) >= RULE.insideShare &&
        !isOccluded(thing, frames, leastScore)
      return { kind: isGone ? 'vanished' : 'no longer visible', thing }
    })
}

function isReplacedBy(one: ChangedDetection, other: ChangedDetection): boolean {
  return (
    one.frame === 'before' &&
    other.frame === 'after' &&
    !isSameGroup(one.name, other.name) &&
    boxIou(one.place, other.place) >= RULE.samePlaceIou
  )
}

/** Whether something that came stands where the thing was. */
function isOccluded({ place }: ChangedDetection, frames: PlacedFrames, leastScore: number): boolean {
  return frames.after.some(
    (other) =>
      other.score >= leastScoreOf(other.name, leastScore) &&
      sharedArea(other.place, place) >= RULE.hiddenShare * Math.min(areaOf(other.place), areaOf(place)) &&
      counterpartOf(other, frames.before) === null,
  )
}
