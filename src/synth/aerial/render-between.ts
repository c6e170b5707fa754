import { interpolate, interpolateDegradation, blend, noiseStream } from '../interpolate'
import { developPicture } from '../degrade'
import type { RgbImage } from '../image'
import type { AerialPlan } from './plan'
import { renderAerial, type AerialView } from './render'
import { buildSurface } from './surface'

/**
 * The picture at a `time` in 0..1 of a pair: the camera and the sun are that far on their way; what is built, goes or
 * grows, and the season, dissolve, as the light of both times is mixed.
 */
export function renderAerialBetween(plan: AerialPlan, time: number, width: number, height: number): RgbImage {
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
