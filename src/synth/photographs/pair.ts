import type { Rect } from '../../mask/bitmap'
import type { RgbImage, SyntheticPair, CaptionSpan, SyntheticCaption } from '../pair'
import { boundsOfSet, unionBitmaps } from '../../mask/bitmap'
import { blend } from '../degrade'
import { drawBase, stillThings } from './base'
import type { LaidThing } from './base'
import { copyOf, MARGIN } from './canvas'
import type { Canvas } from './canvas'
import { applyChange, layThing } from './changes/apply'
import type { Frames, Mark } from './changes/apply'
import { factsOf } from './facts'
import type { Library } from './library'
import { homographyOf, look, sceneMapOf } from './nuisances/displacement'
import { finish } from './nuisances/finish'
import { applyGround } from './nuisances/ground'
import { applySeason, applyShadow } from './nuisances/light'
import { planPair } from './plan'
import type { ComposePlan, ComposeSize } from './plan'
import type { FrameSize } from './shapes'
import { changedPixels, flippedAlone, isSeen, trueChanges } from './truth'
import type { DrawnChange } from './truth'
import type { ChangeFact } from '../../names/captions/change-fact'
import { describeChanges } from '../../names/captions/describe-changes'
import type { DescribedCaption } from '../../names/captions/describe-changes'
import type { SceneMap } from './nuisances/displacement'

/** Streams of a plan's grain. */
const GRAIN = { before: 31, after: 32 } as const

/** The pair of a seed. The same library, seed and size give the same bytes on any machine. */
export function composePair(seed: number, library: Library, size: ComposeSize): SyntheticPair {
  return renderComposed(planPair(seed, library, size), library)
}

export function renderComposed(plan: ComposePlan, library: Library): SyntheticPair {
  return renderWithFacts(plan, library).pair
}

/** The pair with the facts of its regions, in their order, as captions tell them. */
export function renderWithFacts(
  plan: ComposePlan,
  library: Library,
): { pair: SyntheticPair; facts: readonly ChangeFact[] } {
  const { width, height, nuisances } = plan
  const size = { width, height }
  const photograph = library.photographs[plan.base.photograph]
  const { frames, drawn, laid } = drawScene(plan, library)
  if (nuisances.ground !== null) {
    applyGround(frames[nuisances.ground.frame], nuisances.ground)
  }
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
  const changed = unionBitmaps(
    width,
    height,
    regions.map((region) => changedPixels(region, size)),
  )
  const changedBefore = unionBitmaps(
    width,
    height,
    regions.flatMap((region) => region.before ?? region.after ?? []),
  )
  const still = plan.tellsNear ? stillThings(plan, photograph, laid, changed) : []
  const facts = factsOf(changes, before, after, still, library)
  const pair: SyntheticPair = {
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
  return { pair, facts }
}

interface Scene {
  readonly frames: Frames
  /** The visible part of the plan. */
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
    const drawnMarks = applyChange(change, next, library)
    const marks = plan.nuisances.after.bilevel === null ? drawnMarks : flippedAlone(drawnMarks, next)
    if (isSeen(marks, next, plan.nuisances.isGrey)) {
      frames = next
      drawn.push({ change, marks })
    }
  }
  return { frames, drawn, laid }
}

/** Box of a mark on the canvas, in pixels of the frame. */
function boxOn({ width, height }: Canvas, data: Mark): Rect | null {
  const box = boundsOfSet({ width, height, data })
  return box === null ? null : { ...box, x: box.x - MARGIN, y: box.y - MARGIN }
}

/** Photographs have no time between them: one fades into the other. */
function crossFaded({ width, height, data }: RgbImage, to: RgbImage, time: number): RgbImage {
  const mixed = blend(Float32Array.from(data), Float32Array.from(to.data), time)
  return { width, height, data: Uint8Array.from(mixed, (level) => Math.floor(level + 0.5)) }
}

/**
 * Different sentences, the fullest first: in full, by neighbours where the facts have them and by places alone, and
 * in short. Those with measures give shares of the picture, which people do not see, and are left out.
 */
function captionsOf(facts: readonly ChangeFact[]): SyntheticCaption[] {
  const told = [facts, facts.map((fact) => ({ ...fact, near: null }))]
    .flatMap(describeChanges)
    .filter(({ length }) => length !== 'measured')
    .toSorted((a, b) => rank(a) - rank(b))
  const captions = new Map(told.map((caption) => [caption.text, asCaption(caption)]))
  return [...captions.values()]
}

const rank = ({ length }: DescribedCaption): number => (length === 'full' ? 0 : 1)

/** Words that several regions share are one span. */
function asCaption({ text, links }: DescribedCaption): SyntheticCaption {
  const spans = new Map<string, CaptionSpan>()
  for (const { start, end, regionId } of links) {
    const key = `${start} ${end}`
    const regions = [...(spans.get(key)?.regions ?? []), Number(regionId)]
    spans.set(key, { kind: 'noun', start, end, regions })
  }
  return { text, spans: [...spans.values()] }
}

/** Steps of inverting a map: each leaves a tenth of the error, as maps are smooth. */
const STEPS = 3

/**
 * For each pixel of a frame the same place in the other one: two floats (x, y), middles at .5; NaN for changed pixels
 * in either and for places outside.
 */
function correspond(
  own: SceneMap,
  other: SceneMap,
  isChanged: Uint8Array,
  isChangedThere: Uint8Array,
  size: FrameSize,
): Float32Array {
  const { width, height } = size
  const out = new Float32Array(2 * width * height).fill(Number.NaN)
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (isChanged[pixel] !== 0) {
      continue
    }
    const sceneX = own === null ? (pixel % width) + 0.5 : own[2 * pixel]
    const sceneY = own === null ? Math.floor(pixel / width) + 0.5 : own[2 * pixel + 1]
    const [x, y] = other === null ? [sceneX, sceneY] : shownAt(other, sceneX, sceneY, size)
    if (x >= 0 && y >= 0 && x < width && y < height) {
      if (isChangedThere[Math.floor(y) * width + Math.floor(x)] === 0) {
        out[2 * pixel] = x
        out[2 * pixel + 1] = y
      }
    }
  }
  return out
}

/** Place in a frame of a point of the scene. */
function shownAt(
  map: Float32Array,
  sceneX: number,
  sceneY: number,
  { width, height }: FrameSize,
): readonly [number, number] {
  let [x, y] = [sceneX, sceneY]
  for (let step = 0; step < STEPS; step++) {
    const [column, row] = [clamped(x, width), clamped(y, height)]
    const at = 2 * (row * width + column)
    x = sceneX - (map[at] - column - 0.5)
    y = sceneY - (map[at + 1] - row - 0.5)
  }
  return [x, y]
}

const clamped = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.floor(at)))
