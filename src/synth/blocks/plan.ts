// What happens in a pair, before anything is rendered: the things in both frames, the changes, the two views
// and what the camera does to the pictures.

import type { Degradation } from '../degrade'
import type { SyntheticCaption } from '../pair'
import { createRandom } from '../random'
import type { Random } from '../random'
import { CHANGE_TYPES, applyChanges, sampleChange } from './change'
import type { Change, ChangeType } from './change'
import { describe } from './language/describe'
import type { Story } from './language/describe'
import { buildStage } from './language/reference'
import { sampleThings, sizesOf } from './thing'
import type { Thing } from './thing'
import { buildView, disturbView, orbitView, sampleViewSetting, standAnew } from './view'
import type { View, ViewSetting } from './view'
import { measureVisibility, finenessFor, findVisible } from './visibility'
import type { CameraMove, BlocksOptions } from './profiles'

export interface BlocksPlan {
  readonly seed: number
  readonly before: readonly Thing[]
  readonly after: readonly Thing[]
  readonly changes: readonly Change[]
  readonly cameraMove: CameraMove
  readonly setting: ViewSetting
  /** Of the second frame. */
  readonly afterSetting: ViewSetting
  readonly beforeView: View
  readonly afterView: View
  readonly beforeDegradation: Degradation
  readonly afterDegradation: Degradation
  readonly story: Story
  readonly captions: readonly SyntheticCaption[]
}

/** Streams 0, 1 and 2 of a seed draw the plan and the noise of the two frames. */
const DISTRACTOR_STREAM = 3
const CAMERA_STEP = 1.1
const LIGHT_STEP = 0.6
/** Least share of any thing's outline in the first frame, and of a changed one's in either frame. */
const LEAST_SHARE = 0.25

/** Draws the pair of a seed; draws again where too little of it would be seen. */
export function planBlocks(seed: number, options: BlocksOptions): BlocksPlan {
  const random = createRandom(seed)
  const kind = pickWeighted(options.weights, random)
  for (let attempt = 0; ; attempt++) {
    const plan = attemptPlan(seed, kind, options, random)
    if (plan !== null) {
      return plan
    }
    if (attempt === 2000) {
      throw new Error(`No scene could be drawn for seed ${seed} with these options.`)
    }
  }
}

/** The same first frame, then nothing but another view, light and picture quality. */
export function planDistractor(plan: BlocksPlan, options: BlocksOptions): BlocksPlan {
  const random = createRandom(plan.seed, DISTRACTOR_STREAM)
  const cameraMove = pickWeighted(options.cameraWeights, random)
  const afterSetting = moveView(plan.setting, cameraMove, options, random)
  const afterView = buildView(afterSetting)
  const story: Story = {
    before: plan.story.before,
    after: buildStage(plan.before, afterView.camera),
    changes: [],
    cameraMoved: cameraMove !== 'still',
    visible: plan.story.visible,
  }
  return {
    ...plan,
    after: plan.before,
    changes: [],
    cameraMove,
    afterSetting,
    afterView,
    afterDegradation: drawDegradation(options, random),
    story,
    captions: describe(story, random) ?? [],
  }
}

function pickWeighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>, random: Random): K {
  const entries = Object.entries(weights) as [K, number][]
  let rest = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    rest -= weight
    if (rest < 0) {
      return key
    }
  }
  return (entries.find(([, weight]) => weight > 0) as [K, number])[0]
}

// oxlint-disable-next-line max-lines-per-function -- the order of random draws is that of stored sets
function attemptPlan(
  seed: number,
  kind: ChangeType | 'several' | 'none',
  options: BlocksOptions,
  random: Random,
): BlocksPlan | null {
  const sizes = sizesOf(options.sizes)
  const before = sampleThings(random.integer(options.things[0], options.things[1]), sizes, random)
  if (before.length < options.things[0]) {
    return null
  }
  const setting = sampleViewSetting(random, options.distance)
  const beforeView = buildView(setting)
  const seenBefore = measureVisibility(before, beforeView, finenessFor(options.leastPixels))
  for (const { pixels, share } of seenBefore.values()) {
    if (pixels < options.leastPixels || share < LEAST_SHARE) {
      return null
    }
  }
  const changes = drawChanges(kind, before, options, random)
  if (changes === null) {
    return null
  }
  const after = applyChanges(before, changes)
  if (after.length > options.things[1] || after.length < 2) {
    return null
  }
  const cameraMove = pickWeighted(options.cameraWeights, random)
  const afterSetting = moveView(setting, cameraMove, options, random)
  const afterView = buildView(afterSetting)
  const visible = findVisible(changes, after, afterView, seenBefore, options.leastPixels)
  if (visible === null) {
    return null
  }
  const story: Story = {
    before: buildStage(before, beforeView.camera),
    after: buildStage(after, afterView.camera),
    changes,
    cameraMoved: cameraMove !== 'still',
    visible,
  }
  const captions = describe(story, random)
  if (captions === null) {
    return null
  }
  return {
    seed,
    before,
    after,
    changes,
    cameraMove,
    setting,
    afterSetting,
    beforeView,
    afterView,
    beforeDegradation: drawDegradation(options, random),
    afterDegradation: drawDegradation(options, random),
    story,
    captions,
  }
}

function drawChanges(
  kind: ChangeType | 'several' | 'none',
  scene: readonly Thing[],
  options: BlocksOptions,
  random: Random,
): Change[] | null {
  if (kind === 'none') {
    return []
  }
  const sizes = sizesOf(options.sizes)
  const types =
    kind === 'several' ? random.shuffle(CHANGE_TYPES).slice(0, random.integer(2, 3)) : ([kind] as const)
  const changes: Change[] = []
  const touched = new Set<number>()
  let nextId = Math.max(...scene.map((thing) => thing.id)) + 1
  for (const type of types) {
    const change = sampleChange(type, applyChanges(scene, changes), touched, nextId, sizes, random)
    if (change === null) {
      return null
    }
    changes.push(change)
    for (const { before, after } of change.things) {
      if (before !== null) {
        touched.add(before.id)
      }
      if (after !== null) {
        touched.add(after.id)
      }
    }
    if (type === 'add') {
      nextId++
    }
  }
  return changes
}

function moveView(
  setting: ViewSetting,
  move: CameraMove,
  { distance }: BlocksOptions,
  random: Random,
): ViewSetting {
  switch (move) {
    case 'still':
      return disturbView(setting, 0, LIGHT_STEP, random)
    case 'moderate':
      return disturbView(setting, CAMERA_STEP, LIGHT_STEP, random)
    case 'anew':
      return disturbView(standAnew(setting, distance, random), 0, LIGHT_STEP, random)
    case 'extreme':
      return disturbView(orbitView(setting, random), CAMERA_STEP, LIGHT_STEP, random)
  }
}

function drawDegradation(options: BlocksOptions, random: Random): Degradation {
  const jpeg = random.chance(options.degradeChance) ? random.integer(40, 92) : null
  const noise = random.chance(options.degradeChance) ? random.range(1.5, 5) : random.range(0.45, 0.8)
  const defocus = random.chance(options.degradeChance) ? random.range(0.4, 1.3) : 0
  return { jpeg, noise, defocus }
}
