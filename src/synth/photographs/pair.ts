import type { Rect } from '../../mask/bitmap'
import type { RgbImage } from '../image'
import { boundingBox, union } from '../image'
import { blend } from '../interpolate'
import type { SyntheticPair } from '../pair'
import { drawBase } from './base'
import { copyOf, MARGIN } from './canvas'
import type { Canvas } from './canvas'
import { captionsOf } from './captions'
import { applyChange, layThing } from './changes/apply'
import type { Frames, Mark } from './changes/apply'
import { correspond } from './correspond'
import { factsOf } from './facts'
import type { Library } from './library'
import { homographyOf, look, sceneMapOf } from './nuisances/displacement'
import { finish } from './nuisances/finish'
import { applySeason } from './nuisances/season'
import { applyShadow } from './nuisances/shadows'
import { planPair } from './plan'
import type { ComposePlan } from './plan'
import type { FrameSize } from './shapes'
import { stillThings } from './still'
import type { LaidThing } from './still'
import { changedPixels, isSeen, trueChanges } from './truth'
import type { DrawnChange } from './truth'

/** Streams of a plan's grain. */
const GRAIN = { before: 31, after: 32 } as const

/** The pair of a seed. The same library, seed and size give the same bytes on any machine. */
export function composePair(seed: number, library: Library, size: FrameSize): SyntheticPair {
  return renderComposed(planPair(seed, library, size), library)
}

export function renderComposed(plan: ComposePlan, library: Library): SyntheticPair {
  const { width, height, nuisances } = plan
  const size = { width, height }
  const photograph = library.photographs[plan.base.photograph]
  const { frames, drawn, laid } = drawScene(plan, library)
  if (nuisances.season !== null) {
    applySeason(frames[nuisances.season.frame], nuisances.season)
  }
  for (const shadow of nuisances.shadows) {
    applyShadow(frames[shadow.frame], shadow, library)
  }
  const maps = {
    before: sceneMapOf(nuisances, 'before', size),
    after: sceneMapOf(nuisances, 'after', size),
  }
  const picture = (frame: 'before' | 'after'): RgbImage => {
    const shown = look(frames[frame], maps[frame], size)
    const data = finish(shown, nuisances[frame], nuisances.isGrey, size, plan.grainSeed, GRAIN[frame])
    return { width, height, data }
  }
  const [before, after] = [picture('before'), picture('after')]
  const changes = trueChanges(drawn, maps, size)
  const regions = changes.map(({ region }) => region)
  const changed = union(
    width,
    height,
    regions.map((region) => changedPixels(region, size)),
  )
  const changedBefore = union(
    width,
    height,
    regions.flatMap((region) => region.before ?? region.after ?? []),
  )
  const still = plan.tellsNear ? stillThings(plan, photograph, laid, changed) : []
  const facts = factsOf(changes, before, after, still, library)
  return {
    world: 'photographs',
    seed: plan.seed,
    before,
    after,
    changeType: regions.length === 0 ? 'none' : regions.length === 1 ? regions[0].category : 'several',
    regions,
    captions: captionsOf(facts),
    forward: correspond(maps.before, maps.after, changedBefore.data, changed.data, size),
    backward: correspond(maps.after, maps.before, changed.data, changedBefore.data, size),
    homography: homographyOf(nuisances, size),
    objects: null,
    renderBetween: (time) => crossFaded(before, after, time),
  }
}

interface Scene {
  readonly frames: Frames
  /** What of the plan can be seen. */
  readonly drawn: readonly DrawnChange[]
  readonly laid: readonly LaidThing[]
}

/** The scene at both times. */
function drawScene(plan: ComposePlan, library: Library): Scene {
  const base = drawBase(plan, library.photographs[plan.base.photograph])
  const laid = plan.still.flatMap((placement) => {
    const box = boxOn(base, layThing(placement, base, library))
    return box === null ? [] : [{ word: library.things[placement.thing].word, box }]
  })
  let frames: Frames = { before: base, after: copyOf(base) }
  const drawn: DrawnChange[] = []
  for (const change of plan.changes) {
    const next = { before: copyOf(frames.before), after: copyOf(frames.after) }
    const marks = applyChange(change, next, library)
    if (isSeen(marks, next, plan.nuisances.isGrey)) {
      frames = next
      drawn.push({ change, marks })
    }
  }
  return { frames, drawn, laid }
}

/** Of a mark on the canvas, in pixels of the frame. */
function boxOn({ width, height }: Canvas, data: Mark): Rect | null {
  const box = boundingBox({ width, height, data })
  return box === null ? null : { x: box[0] - MARGIN, y: box[1] - MARGIN, width: box[2], height: box[3] }
}

/** Photographs have no time between them: the one fades into the other. */
function crossFaded({ width, height, data }: RgbImage, to: RgbImage, time: number): RgbImage {
  const mixed = blend(Float32Array.from(data), Float32Array.from(to.data), time)
  return { width, height, data: Uint8Array.from(mixed, (level) => Math.floor(level + 0.5)) }
}
