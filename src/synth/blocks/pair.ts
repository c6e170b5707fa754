import { developPicture, interpolate, interpolateDegradation, blend, noiseStream } from '../degrade'
import type { Bitmap } from '../../mask/bitmap'
import type { SyntheticPair, SyntheticRegion, ObjectMap, RgbImage } from '../pair'
import { correspond } from './correspond'
import { planBlocks } from './plan'
import type { BlocksPlan } from './plan'
import type { BlocksOptions } from './profiles'
import { renderFrame, renderIds } from './render'
import type { RenderedFrame } from './render'
import { buildSolids } from './thing'
import type { Solids, Thing } from './thing'
import { buildView, interpolateViewSetting } from './view'
import type { View } from './view'

/** The Blocks pair of a seed at a size in pixels; the picture always shows a 3:2 field. */
export function makeBlocksPair(
  seed: number,
  width: number,
  height: number,
  options: BlocksOptions,
): SyntheticPair {
  return renderPlan(planBlocks(seed, options), width, height)
}

/** Renders a plan with all its truth. */
export function renderPlan(plan: BlocksPlan, width: number, height: number): SyntheticPair {
  const before = renderFrame(buildSolids(plan.before), plan.beforeView, width, height)
  const after = renderFrame(buildSolids(plan.after), plan.afterView, width, height)
  return {
    world: 'blocks',
    seed: plan.seed,
    changeType: changeTypeOf(plan),
    before: {
      width,
      height,
      data: developPicture(before.light, width, height, plan.beforeDegradation, plan.seed, 1),
    },
    after: {
      width,
      height,
      data: developPicture(after.light, width, height, plan.afterDegradation, plan.seed, 2),
    },
    regions: findRegions(plan, before, after),
    captions: plan.captions,
    forward: correspond(before, plan.before, plan.beforeView, after, plan.after, plan.afterView),
    backward: correspond(after, plan.after, plan.afterView, before, plan.before, plan.beforeView),
    homography: null,
    objects: {
      before: objectMap(before, plan.before, plan.beforeView),
      after: objectMap(after, plan.after, plan.afterView),
    },
    renderBetween: (time) => renderBetween(plan, time, width, height),
  }
}

function objectMap(frame: RenderedFrame, things: readonly Thing[], view: View): ObjectMap {
  const objects = things.map((thing) => [thing.id, { ...thing, facingRad: facingOf(thing, view) }] as const)
  return { ids: frame.ids, things: new Map(objects) }
}

function facingOf({ shape, x, y, angleRad }: Thing, { camera }: View): number | null {
  if (shape !== 'cube') {
    return null
  }
  return angleRad - Math.atan2(y - camera.position.y, x - camera.position.x)
}

function changeTypeOf(plan: BlocksPlan): string {
  const [first, ...rest] = plan.changes
  return first === undefined ? 'none' : rest.length > 0 ? 'several' : first.type
}

/** Regions in the order of the plan's changes and their things: the order that captions count in. */
function findRegions(plan: BlocksPlan, before: RenderedFrame, after: RenderedFrame): SyntheticRegion[] {
  const regions: SyntheticRegion[] = []
  for (const change of plan.changes) {
    for (const { before: was, after: is } of change.things) {
      regions.push({
        id: regions.length,
        category: change.type,
        before: was === null ? null : pixelsOf(before.ids, was.id, before),
        after: is === null ? null : pixelsOf(after.ids, is.id, after),
        vacated:
          was === null || is !== null
            ? null
            : pixelsOf(
                renderIds(buildSolids([...plan.after, was]), plan.afterView, after.width, after.height),
                was.id,
                after,
              ),
      })
    }
  }
  return regions
}

function pixelsOf(
  ids: Int16Array,
  id: number,
  frame: { readonly width: number; readonly height: number },
): Bitmap {
  const data = new Uint8Array(ids.length)
  for (let i = 0; i < data.length; i++) {
    if (ids[i] === id) {
      data[i] = 1
    }
  }
  return { width: frame.width, height: frame.height, data }
}

// Pictures between the first and the second frame: positions are interpolated, appearances cross-fade.

/**
 * The picture at a `time` in 0..1 of a pair. Camera, lamps, places, turns, sizes and colours are that far on their way;
 * what comes, goes or is of another material dissolves, as the light of both scenes is mixed.
 */
function renderBetween(plan: BlocksPlan, time: number, width: number, height: number): RgbImage {
  const view = buildView(interpolateViewSetting(plan.setting, plan.afterSetting, time))
  const was = interpolateThings(plan.before, plan.after, time)
  const is = interpolateThings(plan.after, plan.before, 1 - time)
  const first = renderFrame(was, view, width, height).light
  const light = hasSameView(plan) ? first : blend(first, renderFrame(is, view, width, height).light, time)
  const how = interpolateDegradation(plan.beforeDegradation, plan.afterDegradation, time)
  return { width, height, data: developPicture(light, width, height, how, plan.seed, noiseStream(time)) }
}

/** Whether both frames have the same things of the same materials. */
function hasSameView({ before, after }: BlocksPlan): boolean {
  const others = new Map(after.map((thing) => [thing.id, thing.material]))
  return before.length === after.length && before.every(({ id, material }) => others.get(id) === material)
}

/** The things of a frame, interpolated towards the other frame; those that it lacks stay. */
function interpolateThings(things: readonly Thing[], others: readonly Thing[], share: number): Solids {
  const goals = new Map(others.map((thing) => [thing.id, thing]))
  const goal = things.map((thing) => ({ ...(goals.get(thing.id) ?? thing), material: thing.material }))
  return interpolateSolids(buildSolids(things), buildSolids(goal), share)
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

/** The same solids, row by row, interpolated between two states. */
export function interpolateSolids(from: Solids, to: Solids, share: number): Solids {
  const lerp = (name: 'x' | 'y' | 'half' | 'bevel' | 'bound' | 'albedo' | 'cos' | 'sin'): Float64Array =>
    from[name].map((value, at) => interpolate(value, to[name][at], share))
  const [cos, sin] = [lerp('cos'), lerp('sin')]
  // things turn by less than a quarter, so the chord is never near the middle
  return {
    ...from,
    x: lerp('x'),
    y: lerp('y'),
    half: lerp('half'),
    bevel: lerp('bevel'),
    bound: lerp('bound'),
    albedo: lerp('albedo'),
    cos: cos.map((value, at) => value / lengthOf(value, sin[at])),
    sin: sin.map((value, at) => value / lengthOf(cos[at], value)),
  }
}
