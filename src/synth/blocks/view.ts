import { interpolate } from '../degrade'
import { cosine, sine } from '../numeric'
import type { Random } from '../random'

export interface Vec3 {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A pinhole camera. The picture always shows a 3:2 field, whatever its size in pixels. */
export interface Camera {
  readonly position: Vec3
  readonly right: Vec3
  readonly up: Vec3
  readonly forward: Vec3
}

/** A round area light that faces `aim`. */
export interface Light {
  readonly position: Vec3
  readonly aim: Vec3
  readonly radius: number
  readonly power: readonly [number, number, number]
}

export interface View {
  readonly camera: Camera
  readonly lights: readonly Light[]
  /** Light from everywhere, in linear units. */
  readonly ambient: number
}

/** 35 mm lens on a 32 mm sensor, as in CLEVR's base scene. */
export const TAN_HALF_WIDTH = 16 / 35
export const TAN_HALF_HEIGHT = TAN_HALF_WIDTH / 1.5

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function normalize(a: Vec3): Vec3 {
  const n = 1 / Math.sqrt(a.x * a.x + a.y * a.y + a.z * a.z)
  return { x: a.x * n, y: a.y * n, z: a.z * n }
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function lookAt(position: Vec3, target: Vec3): Camera {
  const forward = normalize(subtract(target, position))
  const right = normalize(cross(forward, { x: 0, y: 0, z: 1 }))
  return { position, forward, right, up: cross(right, forward) }
}

function jitter(base: Vec3, amount: number, random: Random): Vec3 {
  return {
    x: base.x + random.range(-amount, amount),
    y: base.y + random.range(-amount, amount),
    z: base.z + random.range(-amount, amount),
  }
}

const CAMERA: Vec3 = { x: 6.7, y: -6.35, z: 4.75 }
const TARGET: Vec3 = { x: 0, y: 0, z: 0.35 }
/** CLEVR's key, fill and back lamp; power and colour are fitted to the real images' ground. */
const LAMPS: readonly Light[] = [
  { position: { x: 6.45, y: -2.91, z: 4.26 }, aim: TARGET, radius: 0.75, power: [17, 16.1, 15.1] },
  { position: { x: -4.67, y: -4.01, z: 3.01 }, aim: TARGET, radius: 0.75, power: [3.8, 4, 4.4] },
  { position: { x: -1.11, y: 2.65, z: 5.83 }, aim: TARGET, radius: 0.5, power: [4.4, 4.4, 4.4] },
]

/** Free parameters of a view, kept so that the second frame can depart from the first. */
export interface ViewSetting {
  readonly position: Vec3
  readonly target: Vec3
  readonly lamps: readonly Vec3[]
  readonly gain: number
  readonly ambient: number
}

/** `distance` is the camera's, in units of CLEVR's. */
export function sampleViewSetting(random: Random, distance: number): ViewSetting {
  const amount = random.range(0.8, 2)
  const position = jitter(CAMERA, amount, random)
  return {
    position: {
      x: position.x * distance,
      y: position.y * distance,
      z: Math.max(2.9, position.z) * distance,
    },
    target: jitter(TARGET, 0.2, random),
    lamps: LAMPS.map((lamp) => jitter(lamp.position, 0.6, random)),
    gain: random.range(0.93, 1.07),
    ambient: 0.31 * random.range(0.95, 1.05),
  }
}

/** A camera step per axis of up to `amount` world units, and lamps that moved and changed a little. */
export function disturbView(from: ViewSetting, camera: number, light: number, random: Random): ViewSetting {
  const position = jitter(from.position, camera, random)
  return {
    position: { ...position, z: Math.max(2.6, position.z) },
    target: jitter(from.target, camera * 0.15, random),
    lamps: from.lamps.map((lamp) => jitter(lamp, light, random)),
    gain: from.gain * (1 + light * random.range(-0.12, 0.12)),
    ambient: from.ambient * (1 + light * random.range(-0.08, 0.08)),
  }
}

/** The camera stands anew, as it does for each frame of CLEVR-Change: farther off in height and distance than a step. */
export function standAnew(from: ViewSetting, distance: number, random: Random): ViewSetting {
  const { position, target } = sampleViewSetting(random, distance)
  return { ...from, position, target }
}

/** The camera goes round the scene by 25 to 60 degrees either way, as in CLEVR-DC. */
export function orbitView(from: ViewSetting, random: Random): ViewSetting {
  const angle = random.range(0.44, 1.05) * (random.chance(0.5) ? 1 : -1)
  const c = cosine(angle)
  const s = sine(angle)
  const { x, y, z } = from.position
  return { ...from, position: { x: c * x - s * y, y: s * x + c * y, z: z * random.range(0.85, 1.15) } }
}

/** A camera that goes straight from one setting to another, and lamps that do; `time` in 0..1. */
export function interpolateViewSetting(from: ViewSetting, to: ViewSetting, time: number): ViewSetting {
  const place = (a: Vec3, b: Vec3): Vec3 => ({
    x: interpolate(a.x, b.x, time),
    y: interpolate(a.y, b.y, time),
    z: interpolate(a.z, b.z, time),
  })
  return {
    position: place(from.position, to.position),
    target: place(from.target, to.target),
    lamps: from.lamps.map((lamp, at) => place(lamp, to.lamps[at])),
    gain: interpolate(from.gain, to.gain, time),
    ambient: interpolate(from.ambient, to.ambient, time),
  }
}

export function buildView(setting: ViewSetting): View {
  return {
    camera: lookAt(setting.position, setting.target),
    ambient: setting.ambient,
    lights: LAMPS.map(({ position, aim, radius, power }, i) => ({
      position: setting.lamps[i] ?? position,
      aim,
      radius,
      power: [power[0] * setting.gain, power[1] * setting.gain, power[2] * setting.gain] as const,
    })),
  }
}
