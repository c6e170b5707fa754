import { developPicture } from '../degrade'
import type { Bitmap } from '../../mask/bitmap'
import type { SyntheticPair, SyntheticRegion, ObjectMap } from '../pair'
import { renderBetween } from './render-between'
import { correspond } from './correspond'
import { planBlocks, type BlocksOptions, type BlocksPlan } from './plan'
import { renderFrame, renderIds, type Frame } from './render'
import { buildSolids } from './solids'
import type { Thing } from './thing'
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

function objectMap(frame: Frame, things: readonly Thing[], view: View): ObjectMap {
  const seen = things.map((thing) => [thing.id, { ...thing, facingRad: facingOf(thing, view) }] as const)
  return { ids: frame.ids, things: new Map(seen) }
}

function facingOf({ shape, x, y, angleRad }: Thing, { camera }: View): number | null {
  if (shape !== 'cube') return null
  return angleRad - Math.atan2(y - camera.position.y, x - camera.position.x)
}

export function changeTypeOf(plan: BlocksPlan): string {
  const [first, ...rest] = plan.changes
  return first === undefined ? 'none' : rest.length > 0 ? 'several' : first.type
}

/** Regions in the order of the plan's changes and their things: the order that captions count in. */
function findRegions(plan: BlocksPlan, before: Frame, after: Frame): SyntheticRegion[] {
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
  for (let i = 0; i < data.length; i++) if (ids[i] === id) data[i] = 1
  return { width: frame.width, height: frame.height, data }
}
