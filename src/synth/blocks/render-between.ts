// Pictures between the first and the second frame: positions are interpolated, appearances cross-fade.

import { developPicture } from '../degrade'
import { interpolate, interpolateDegradation, blend, noiseStream } from '../interpolate'
import type { RgbImage } from '../image'
import type { BlocksPlan } from './plan'
import { renderFrame } from './render'
import { buildSolids, type Solids } from './solids'
import type { Thing } from './thing'
import { buildView, interpolateViewSetting } from './view'

/**
 * The picture at a `time` in 0..1 of a pair. Camera, lamps, places, turns, sizes and colours are that far on their way;
 * what comes, goes or is of another material dissolves, as the light of both scenes is mixed.
 */
export function renderBetween(plan: BlocksPlan, time: number, width: number, height: number): RgbImage {
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
