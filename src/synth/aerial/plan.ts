// Changes of an Aerial pair, before it is rendered.

import type { Degradation } from '../degrade'
import { cosine, sine } from '../numeric'
import type { SyntheticCaption } from '../pair'
import { createRandom } from '../random'
import type { Random } from '../random'
import { describeAerial } from './describe'
import type { AerialChange } from './describe'
import { isTrueBefore, measureChange } from './measured-change'
import { SEASONS } from './render'
import type { AerialView, Matrix } from './render'
import { MAP, sampleScene } from './scene'
import type { AerialScene } from './scene'
import { AERIAL_KINDS, planChange } from './planned-change'
import type { AerialKind, PlannedChange } from './planned-change'

export interface AerialPlan {
  readonly seed: number
  readonly kind: AerialKind
  readonly scene: AerialScene
  readonly changes: readonly AerialChange[]
  readonly beforeGroups: ReadonlySet<number>
  readonly afterGroups: ReadonlySet<number>
  readonly beforeView: AerialView
  readonly afterView: AerialView
  readonly beforeDegradation: Degradation
  readonly afterDegradation: Degradation
  readonly captions: readonly SyntheticCaption[]
}

const WEIGHTS: Readonly<Record<AerialKind, number>> = {
  built: 3,
  demolished: 1.5,
  road: 2,
  flooded: 1,
  cleared: 1.5,
  planted: 0.7,
  several: 2,
  none: 5,
}

const SINGLE = AERIAL_KINDS.filter((kind) => kind !== 'several' && kind !== 'none')
/**
 * Draws the pair of a seed; `kind` fixes the change, `aspect` is the picture's width over its height. Draws again if
 * too little of the change would be visible.
 */
export function planAerial(seed: number, kind: AerialKind | null, aspect: number): AerialPlan {
  const random = createRandom(seed, 10)
  const chosen = kind ?? pickKind(random)
  for (let attempt = 0; attempt < 500; attempt++) {
    const plan = attemptPlan(seed, chosen, aspect, random)
    if (plan !== null) {
      return plan
    }
  }
  throw new Error(`No aerial scene could be drawn for seed ${seed}.`)
}

function pickKind(random: Random): AerialKind {
  let rest = random.next() * AERIAL_KINDS.reduce((sum, kind) => sum + WEIGHTS[kind], 0)
  return AERIAL_KINDS.find((kind) => (rest -= WEIGHTS[kind]) < 0) ?? 'none'
}

function attemptPlan(seed: number, kind: AerialKind, aspect: number, random: Random): AerialPlan | null {
  let scene = sampleScene(random.integer(0, 2 ** 30), random)
  const kinds = kind === 'none' ? [] : kind === 'several' ? random.shuffle(SINGLE).slice(0, 2) : [kind]
  const planned: PlannedChange[] = []
  for (const each of kinds) {
    const change = planChange(each, scene, planned.length + 1, random)
    if (change === null) {
      return null
    }
    planned.push(change)
    scene = change.scene
  }
  const groups = (action: 'added' | 'removed'): Set<number> =>
    new Set([0, ...planned.filter((change) => change.action === action).map((change) => change.group)])
  const beforeGroups = groups('removed')
  const afterGroups = groups('added')
  const beforeView = sampleView(IDENTITY, random)
  const afterView = { ...sampleView(random.chance(0.45) ? IDENTITY : shiftedView(random), random) }
  if (random.chance(0.5)) {
    Object.assign(afterView, { season: beforeView.season })
  }
  const changes: AerialChange[] = []
  for (const one of planned) {
    const change = measureChange(scene, one, afterGroups, afterView.toMap, aspect)
    if (change === null || !isTrueBefore(scene, one, beforeGroups, beforeView.toMap, aspect)) {
      return null
    }
    changes.push(change)
  }
  const captions = describeAerial(changes, { beforeView, afterView }, random)
  if (captions === null) {
    return null
  }
  return {
    seed,
    kind,
    scene,
    changes,
    beforeGroups,
    afterGroups,
    beforeView,
    afterView,
    beforeDegradation: { defocus: random.range(0, 0.9), noise: random.range(0.5, 2), jpeg: null },
    afterDegradation: { defocus: random.range(0, 0.9), noise: random.range(0.5, 2), jpeg: null },
    captions,
  }
}

const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]

function sampleView(toMap: Matrix, random: Random): AerialView {
  return {
    toMap,
    season: random.pick(SEASONS),
    sunAngleRad: random.range(0, 2 * Math.PI),
    shadow: random.range(0.45, 1.5),
    gain: random.range(0.85, 1.12),
    haze: random.range(0, 0.14),
  }
}

/** A camera that returned to almost the same place: turned, moved, scaled and tilted a little. */
function shiftedView(random: Random): Matrix {
  const scale = random.range(0.97, 1.03)
  const angle = random.range(-0.035, 0.035)
  const c = scale * cosine(angle)
  const s = scale * sine(angle)
  const half = MAP / 2
  const tx = half + random.range(-7, 7)
  const ty = half + random.range(-7, 7)
  const g = random.range(-1, 1) * 1.2e-4
  const h = random.range(-1, 1) * 1.2e-4
  // Rotation, scale and tilt about the middle of the picture.
  const rows = [
    [c, -s, tx - c * half + s * half],
    [s, c, ty - s * half - c * half],
  ]
  const w = [g, h, 1 - (g + h) * half]
  return [...rows.flatMap((row) => row.map((v, i) => v + half * (w[i] - (i === 2 ? 1 : 0)))), ...w]
}
