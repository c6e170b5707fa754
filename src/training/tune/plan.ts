import type { Shortage, TrainingOptions, TrainingPlan } from '../../contract/training'
import { trainingPresets } from '../../contract/training'
import type { ReviewState } from '../../domain/pair'
import { CAPTION_LENGTH } from '../../systems/blocks/sizes'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { newWords } from './grow'
import type { TuneItem } from './item'
import { isMarked } from './marked'
import { minutesOf, type StepCost } from './presets'
import type { Split } from './split'
import { tunable } from './tunable'

export interface PlanInput {
  readonly items: readonly TuneItem[]
  /** Of each item. */
  readonly states: readonly ReviewState[]
  readonly split: Split
  readonly heldOutBefore: number
  readonly leftOut: TrainingPlan['leftOut']
  /** Null where there is none to begin with; `reason` says why. */
  readonly model:
    | { id: string; family: string; categories: readonly string[]; tokenizer: Tokenizer }
    | { reason: string }
  readonly options: TrainingOptions
  readonly secondsPerStep: number | null
}

const LENGTHS = [5, 10, 20, 40] as const
const FEW_PAIRS = 30
const FEW_HELD_OUT = 8
const RARE = 5

/** Counts what a run would learn from, and says what is too little. */
export function planOf(input: PlanInput): TrainingPlan {
  const { items, states, split, leftOut, model, options, secondsPerStep } = input
  const isModel = 'id' in model
  const kind = isModel ? tunable(model.family) : null
  const cost: StepCost | null =
    secondsPerStep === null ? null : { seconds: secondsPerStep, mean: kind?.stepCost ?? 1 }
  const heldOut = items.filter(({ isHeldOut }) => isHeldOut).length
  const byState: Partial<Record<ReviewState, number>> = {}
  for (const state of states) byState[state] = (byState[state] ?? 0) + 1
  const learned = items.filter(({ isHeldOut }) => !isHeldOut).flatMap(({ captions }) => captions)
  const counts = { pairs: items.length, heldOut }
  const plan = {
    pairCount: items.length,
    byState,
    byCategory: categoriesOf(items, isModel ? model.categories : [], kind?.learnsCategories !== false),
    unchangedCount: items.filter(({ regions, isUnchanged }) => regions.length === 0 && isUnchanged).length,
    byCaptionLength: lengthsOf(items),
    withoutCaption: items.filter(({ captions }) => captions.length === 0).length,
    tooLongCaptions: isModel
      ? items.flatMap(({ captions }) => captions).filter((text) => isTooLong(text, model.tokenizer)).length
      : 0,
    newWords: isModel ? newWords(learned, model.tokenizer) : [],
    groupCount: split.groupCount,
    train: items.length - heldOut,
    heldOut,
    heldOutBefore: input.heldOutBefore,
    leftOut: [...leftOut],
    minutes: Object.fromEntries(
      trainingPresets.map((preset) => [preset, minutesOf(preset, options.advanced, counts, cost)]),
    ) as Record<(typeof trainingPresets)[number], number>,
    from: isModel ? model.id : null,
  }
  const shortages = shortagesOf(plan, input)
  return { ...plan, shortages, canStart: !shortages.some(({ isFatal }) => isFatal) }
}

function isTooLong(text: string, tokenizer: Tokenizer): boolean {
  return tokenizer.encode(text).length >= CAPTION_LENGTH
}

function categoriesOf(
  items: readonly TuneItem[],
  known: readonly string[],
  areLearned: boolean,
): TrainingPlan['byCategory'] {
  const found = new Map<string, { pairs: number; regions: number }>()
  for (const { regions } of items) {
    for (const category of new Set(regions.map((region) => region.category))) {
      const { pairs = 0, regions: before = 0 } = found.get(category) ?? {}
      const own = regions.filter((region) => region.category === category).length
      found.set(category, { pairs: pairs + 1, regions: before + own })
    }
  }
  return [...found]
    .map(([category, counts]) => ({ category, ...counts, isNew: areLearned && !known.includes(category) }))
    .sort((a, b) => b.regions - a.regions || (a.category < b.category ? -1 : 1))
}

function lengthsOf(items: readonly TuneItem[]): TrainingPlan['byCaptionLength'] {
  const words = items.flatMap(({ captions }) =>
    captions.slice(0, 1).map((text) => text.trim().split(/\s+/).length),
  )
  return [...LENGTHS, null].map((to, index) => {
    const from = index === 0 ? 1 : LENGTHS[index - 1] + 1
    return {
      from,
      to,
      captions: words.filter((count) => count >= from && (to === null || count <= to)).length,
    }
  })
}

function oneSided({ pairCount, train }: Pick<TrainingPlan, 'pairCount' | 'train'>): string {
  if (pairCount < 2)
    return 'At least two reviewed pairs are needed, one to learn from and one to judge by. Review more pairs.'
  return train === 0
    ? 'All of these pairs were held out by earlier runs, or belong to the group of one that was, and stay so: none is left to learn from. Choose or review more pairs.'
    : 'Earlier runs learned from all of these pairs, or from others of their groups: none is left to judge by. Choose or review more pairs.'
}

function shortagesOf(plan: Omit<TrainingPlan, 'shortages' | 'canStart'>, input: PlanInput): Shortage[] {
  const { items, split, model } = input
  const shortages: Shortage[] = []
  const add = (code: Shortage['code'], message: string, isFatal = false): void => {
    shortages.push({ code, message, isFatal })
  }
  if (!('id' in model)) add('no-model', `There is no model to begin with: ${model.reason}.`, true)
  if (plan.train === 0 || plan.heldOut === 0) {
    add('few-pairs', oneSided(plan), true)
  } else if (plan.train < FEW_PAIRS) {
    add('few-pairs', `${counted(plan.train)} to learn from: ${FEW_PAIRS} or more make it likely to help.`)
  }
  if (split.isByPair) {
    const message =
      'All pairs share a frame, a sequence or a view, so such pairs are on both sides: the verdict is about these views alone.'
    add('one-group', message)
  }
  if (plan.heldOut > 0 && plan.heldOut < FEW_HELD_OUT)
    add('few-held-out', `${counted(plan.heldOut)} to judge by: the verdict will be "cannot tell".`)
  const unmarked = items.filter((item) => !isMarked(item)).length
  if (items.length > 0 && items.every(({ regions }) => regions.length === 0)) {
    add('no-change', 'No pair has a region: masks cannot be learned. Mark what changed in some pairs.')
  } else if (unmarked > 0) {
    const which = unmarked === 1 ? 'One pair has' : `${unmarked} pairs have`
    const message = `${which} no region, and no caption that is known to say "no change": whether and where something changed is not learned there. Mark what changed, or write "no change".`
    add('unmarked', message)
  }
  if (items.length > 0 && plan.unchangedCount === 0) {
    add(
      'no-unchanged',
      'No pair is known to be without a change: the model may come to see one everywhere. Accept some pairs without.',
    )
  }
  if (items.length > 0 && plan.withoutCaption === items.length)
    add('no-captions', 'No pair has a caption: only masks will be learned.')
  const kind = 'id' in model ? tunable(model.family) : null
  if (kind?.learnsCategories === false && plan.byCategory.length > 0) {
    const message = `${kind.title} marks what changed and tells no kinds of change apart: categories are not learned, and stay with your pairs.`
    add('categories-not-learned', message)
  }
  const rare = plan.byCategory
    .filter(({ isNew, pairs }) => isNew && pairs < RARE)
    .map(({ category }) => category)
  if (rare.length > 0)
    add(
      'rare-category',
      `Seen in fewer than ${RARE} pairs, so hardly learned: ${rare.slice(0, 10).join(', ')}.`,
    )
  return shortages
}

function counted(pairs: number): string {
  return pairs === 1 ? 'There is one pair' : `There are ${pairs} pairs`
}
