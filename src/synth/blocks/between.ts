// Pictures between the first and the second frame: what moved is on its way, what looks different dissolves.

import { developPicture } from '../degrade'
import { between, degradationBetween, mix, streamOf } from '../between'
import type { RgbImage } from '../image'
import type { BlocksPlan } from './plan'
import { renderFrame } from './render'
import { buildSolids, type Solids } from './solids'
import type { Thing } from './thing'
import { buildView, viewSettingBetween } from './view'

/**
 * The picture at a `time` in 0..1 of a pair. Camera, lamps, places, turns, sizes and colours are that far on their way;
 * what comes, goes or is of another material dissolves, as the light of both scenes is mixed.
 */
export function renderBetween(plan: BlocksPlan, time: number, width: number, height: number): RgbImage {
  const view = buildView(viewSettingBetween(plan.setting, plan.afterSetting, time))
  const was = onTheirWay(plan.before, plan.after, time)
  const is = onTheirWay(plan.after, plan.before, 1 - time)
  const first = renderFrame(was, view, width, height).light
  const light = looksAlike(plan) ? first : mix(first, renderFrame(is, view, width, height).light, time)
  const how = degradationBetween(plan.beforeDegradation, plan.afterDegradation, time)
  return { width, height, data: developPicture(light, width, height, how, plan.seed, streamOf(time)) }
}

/** Whether both frames have the same things of the same materials. */
function looksAlike({ before, after }: BlocksPlan): boolean {
  const others = new Map(after.map((thing) => [thing.id, thing.material]))
  return before.length === after.length && before.every(({ id, material }) => others.get(id) === material)
}

/** The things of a frame a share of the way to how they are in the other one; those that it lacks stay. */
function onTheirWay(things: readonly Thing[], others: readonly Thing[], share: number): Solids {
  const goals = new Map(others.map((thing) => [thing.id, thing]))
  const goal = things.map((thing) => ({ ...(goals.get(thing.id) ?? thing), material: thing.material }))
  return solidsBetween(buildSolids(things), buildSolids(goal), share)
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

/** The same solids, row by row, a share of the way from one state to another. */
export function solidsBetween(from: Solids, to: Solids, share: number): Solids {
  const way = (name: 'x' | 'y' | 'half' | 'bevel' | 'bound' | 'albedo' | 'cos' | 'sin'): Float64Array =>
    from[name].map((value, at) => between(value, to[name][at], share))
  const [cos, sin] = [way('cos'), way('sin')]
  // things turn by less than a quarter, so the chord is never near the middle
  return {
    ...from,
    x: way('x'),
    y: way('y'),
    half: way('half'),
    bevel: way('bevel'),
    bound: way('bound'),
    albedo: way('albedo'),
    cos: cos.map((value, at) => value / lengthOf(value, sin[at])),
    sin: sin.map((value, at) => value / lengthOf(cos[at], value)),
  }
}
