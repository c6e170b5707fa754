import type { Bitmap } from '../../mask/bitmap'
import { developPicture, interpolate, interpolateDegradation, blend, noiseStream } from '../degrade'
import type { SyntheticPair, SyntheticRegion, RgbImage } from '../pair'
import { withGroup } from './measured-change'
import { planAerial } from './plan'
import type { AerialPlan } from './plan'
import type { AerialKind } from './planned-change'
import { project, renderAerial, renderAerialIds, windowOf } from './render'
import type { AerialFrame, AerialView, Matrix } from './render'
import { buildSurface, identify } from './surface'
import type { Surface } from './surface'

/** The Aerial pair of a seed: the same square of land from above at two times. */
export function makeAerialPair(
  seed: number,
  width: number,
  height: number,
  kind: AerialKind | null,
): SyntheticPair {
  return renderAerialPlan(planAerial(seed, kind, width / height), width, height)
}

export function renderAerialPlan(plan: AerialPlan, width: number, height: number): SyntheticPair {
  const beforeSurface = buildSurface(plan.scene, plan.beforeGroups, plan.beforeView.shadow)
  const afterSurface = buildSurface(plan.scene, plan.afterGroups, plan.afterView.shadow)
  const before = renderAerial(beforeSurface, plan.beforeView, width, height)
  const after = renderAerial(afterSurface, plan.afterView, width, height)
  const homography = pixelHomography(plan.beforeView, plan.afterView, width, height)
  return {
    world: 'aerial',
    seed: plan.seed,
    changeType: plan.kind,
    before: {
      width,
      height,
      data: developPicture(before.light, width, height, plan.beforeDegradation, plan.seed, 11),
    },
    after: {
      width,
      height,
      data: developPicture(after.light, width, height, plan.afterDegradation, plan.seed, 12),
    },
    regions: plan.changes.map((change, id) => {
      const render = (groups: ReadonlySet<number>, view: AerialView): Int16Array =>
        renderAerialIds(buildSurface(plan.scene, groups, 0), view.toMap, width, height)
      const inAfter = differ(
        after,
        render(withGroup(plan.afterGroups, change.group, change.action === 'removed'), plan.afterView),
      )
      const region: SyntheticRegion =
        change.action === 'added'
          ? { id, category: change.category, before: null, after: inAfter, vacated: null }
          : {
              id,
              category: change.category,
              before: differ(
                before,
                render(withGroup(plan.beforeGroups, change.group, false), plan.beforeView),
              ),
              after: null,
              vacated: inAfter,
            }
      return region
    }),
    captions: plan.captions,
    forward: correspondFlat(beforeSurface, plan.beforeView.toMap, before, afterSurface, homography),
    backward: correspondFlat(afterSurface, plan.afterView.toMap, after, beforeSurface, invert(homography)),
    homography,
    objects: null,
    renderBetween: (time) => renderAerialBetween(plan, time, width, height),
  }
}

/** Pixels that show something else when the change is undone. */
function differ(frame: AerialFrame, ids: Int16Array): Bitmap {
  const data = new Uint8Array(ids.length)
  for (let i = 0; i < data.length; i++) {
    if (ids[i] !== frame.ids[i]) {
      data[i] = 1
    }
  }
  return { width: frame.width, height: frame.height, data }
}

/** From pixels of the first frame to pixels of the second, middles at .5. */
function pixelHomography(from: AerialView, to: AerialView, width: number, height: number): Matrix {
  const { unit, left, top } = windowOf(width, height)
  const onMap = [unit, 0, left, 0, unit, top, 0, 0, 1]
  const out = multiply(invert(onMap), multiply(multiply(invert(to.toMap), from.toMap), onMap))
  return out.map((v) => v / out[8])
}

/** The land is flat: a pixel's counterpart is where the homography takes it, if the same thing is still there. */
function correspondFlat(
  fromSurface: Surface,
  toMap: Matrix,
  from: AerialFrame,
  toSurface: Surface,
  homography: Matrix,
): Float32Array {
  const { width, height } = from
  const out = new Float32Array(2 * width * height).fill(Number.NaN)
  const at = { x: 0, y: 0 }
  const { unit, left, top } = windowOf(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = y * width + x
      project(toMap, left + (x + 0.5) * unit, top + (y + 0.5) * unit, at)
      if (fromSurface !== toSurface && identify(toSurface, at.x, at.y) !== from.ids[k]) {
        continue
      }
      project(homography, x + 0.5, y + 0.5, at)
      if (!(at.x >= 0 && at.y >= 0 && at.x < width && at.y < height)) {
        continue
      }
      out[2 * k] = at.x
      out[2 * k + 1] = at.y
    }
  }
  return out
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, k) => {
    const r = 3 * Math.floor(k / 3)
    const c = k % 3
    return a[r] * b[c] + a[r + 1] * b[c + 3] + a[r + 2] * b[c + 6]
  })
}

/** Inverse of a 3 x 3 matrix that has one, scaled so that the last entry is 1. */
function invert(m: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = m
  const out = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  return out.map((v) => v / out[8])
}

/**
 * The picture at a `time` in 0..1 of a pair: the camera and the sun are that far on their way; what is built, goes or
 * grows, and the season, dissolve, as the light of both times is mixed.
 */
function renderAerialBetween(plan: AerialPlan, time: number, width: number, height: number): RgbImage {
  const { beforeView: was, afterView: is } = plan
  const toMap = was.toMap.map((value, at) => interpolate(value, is.toMap[at], time))
  const view = {
    toMap,
    sunAngleRad: interpolate(was.sunAngleRad, is.sunAngleRad, time),
    shadow: interpolate(was.shadow, is.shadow, time),
    gain: interpolate(was.gain, is.gain, time),
    haze: interpolate(was.haze, is.haze, time),
  }
  const light = (groups: ReadonlySet<number>, { season }: AerialView): Float32Array => {
    const surface = buildSurface(plan.scene, groups, view.shadow)
    return renderAerial(surface, { ...view, season }, width, height).light
  }
  const mixed = blend(light(plan.beforeGroups, was), light(plan.afterGroups, is), time)
  const how = interpolateDegradation(plan.beforeDegradation, plan.afterDegradation, time)
  return { width, height, data: developPicture(mixed, width, height, how, plan.seed, noiseStream(time)) }
}
