import type { Shortage, TrainingOptions, TrainingPlan } from '../../contract/training'
import { trainingPresets } from '../../contract/training'
import type { ReviewState } from '../../domain/pair'
import { CAPTION_LENGTH } from '../../models/layers/sizes'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { newWords } from '../resize-embeddings'
import { hasKnownMasks } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import { minutesOf } from './presets'
import type { StepCost } from './presets'
import type { Split } from '../data/split'
import { fineTuneInfo } from './fine-tune-setup'
import type { MessageText } from '../../messages/message'

/** Facts of a pair that a plan counts. */
export interface PlannedItem extends Pick<CorrectedPair, 'captions' | 'isUnchanged' | 'isHeldOut' | 'key'> {
  readonly regions: readonly { readonly category: string }[]
}

export interface PlanInput {
  readonly items: readonly PlannedItem[]
  /** State of each item. */
  readonly states: readonly ReviewState[]
  readonly split: Split
  readonly heldOutBefore: number
  readonly leftOut: TrainingPlan['leftOut']
  /** Null without a model to begin with; `reason` explains it. */
  readonly model:
    | { id: string; family: string; categories: readonly string[]; tokenizer: Tokenizer }
    | { reason: string }
  readonly options: TrainingOptions
  readonly secondsPerStep: number | null
  /** Parts that were not read, each a sentence. */
  readonly estimates?: readonly MessageText[]
}

const LENGTHS = [5, 10, 20, 40] as const
const MIN_PAIRS = 30
const MIN_HELD_OUT = 8
const MIN_CATEGORY_PAIRS = 5

/** Counts the training data of a run and lists its shortages. */
export function planTraining(input: PlanInput): TrainingPlan {
  const { items, states, split, leftOut, model, options, secondsPerStep } = input
  const isModel = 'id' in model
  const kind = isModel ? fineTuneInfo(model.family) : null
  const cost: StepCost | null =
    secondsPerStep === null ? null : { seconds: secondsPerStep, mean: kind?.stepCost ?? 1 }
  const heldOut = items.filter(({ isHeldOut }) => isHeldOut).length
  const byState: Partial<Record<ReviewState, number>> = {}
  for (const state of states) {
    byState[state] = (byState[state] ?? 0) + 1
  }
  const trainingCaptions = items.filter(({ isHeldOut }) => !isHeldOut).flatMap(({ captions }) => captions)
  const counts = { pairs: items.length, heldOut }
  const plan = {
    pairCount: items.length,
    byState,
    byCategory: categoriesOf(items, isModel ? model.categories : [], kind?.trainsCategories !== false),
    unchangedCount: items.filter(({ regions, isUnchanged }) => regions.length === 0 && isUnchanged).length,
    byCaptionLength: lengthsOf(items),
    withoutCaption: items.filter(({ captions }) => captions.length === 0).length,
    tooLongCaptions: isModel
      ? items.flatMap(({ captions }) => captions).filter((text) => isTooLong(text, model.tokenizer)).length
      : 0,
    newWords: isModel ? newWords(trainingCaptions, model.tokenizer) : [],
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
  // a token has a byte at least, and the first word a blank before it
  return Buffer.byteLength(text) + 1 >= CAPTION_LENGTH && tokenizer.encode(text).length >= CAPTION_LENGTH
}

function categoriesOf(
  items: readonly PlannedItem[],
  existing: readonly string[],
  areTrained: boolean,
): TrainingPlan['byCategory'] {
  const countsByCategory = new Map<string, { pairs: number; regions: number }>()
  for (const { regions } of items) {
    for (const category of new Set(regions.map((region) => region.category))) {
      const { pairs = 0, regions: before = 0 } = countsByCategory.get(category) ?? {}
      const own = regions.filter((region) => region.category === category).length
      countsByCategory.set(category, { pairs: pairs + 1, regions: before + own })
    }
  }
  return [...countsByCategory]
    .map(([category, counts]) => ({ category, ...counts, isNew: areTrained && !existing.includes(category) }))
    .sort((a, b) => b.regions - a.regions || (a.category < b.category ? -1 : 1))
}

function lengthsOf(items: readonly PlannedItem[]): TrainingPlan['byCaptionLength'] {
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

function emptySideMessage({ pairCount, train }: Pick<TrainingPlan, 'pairCount' | 'train'>): string {
  if (pairCount < 2) {
    return 'At least two reviewed pairs are needed, one to train on and one to evaluate on. Review more pairs.'
  }
  return train === 0
    ? 'All of these pairs were held out by earlier runs, or belong to the group of one that was, and stay so: none is left to train on. Choose or review more pairs.'
    : 'Earlier runs trained on all of these pairs, or on others of their groups: none is left to evaluate on. Choose or review more pairs.'
}

function shortagesOf(plan: Omit<TrainingPlan, 'shortages' | 'canStart'>, input: PlanInput): Shortage[] {
  const { items, split, model } = input
  const shortages: Shortage[] = []
  const add = (code: Shortage['code'], message: MessageText, isFatal = false): void => {
    shortages.push({ code, message, isFatal })
  }
  if (!('id' in model)) {
    add('no-model', `There is no model to begin with: ${model.reason}.`, true)
  }
  if (plan.train === 0 || plan.heldOut === 0) {
    add('few-pairs', emptySideMessage(plan), true)
  } else if (plan.train < MIN_PAIRS) {
    add('few-pairs', `${counted(plan.train)} to learn from: ${MIN_PAIRS} or more make it likely to help.`)
  }
  if (split.isByPair) {
    const message =
      'All pairs share a frame, a sequence or a view, so such pairs are on both sides: the verdict is about these views alone.'
    add('one-group', message)
  }
  if (plan.heldOut > 0 && plan.heldOut < MIN_HELD_OUT) {
    add('few-held-out', `${counted(plan.heldOut)} to judge by: the verdict will be "cannot tell".`)
  }
  const withoutLabels = items.filter((item) => !hasKnownMasks(item)).length
  if (items.length > 0 && items.every(({ regions }) => regions.length === 0)) {
    add('no-change', 'No pair has a region: masks cannot be learned. Mark what changed in some pairs.')
  } else if (withoutLabels > 0) {
    const which = withoutLabels === 1 ? 'One pair has' : `${withoutLabels} pairs have`
    const message = `${which} no region, and no caption that is known to say "no change": whether and where something changed is not learned there. Mark what changed, or write "no change".`
    add('unmarked', message)
  }
  if (items.length > 0 && plan.unchangedCount === 0) {
    add(
      'no-unchanged',
      'No pair is known to be without a change: the model may come to see one everywhere. Accept some pairs without.',
    )
  }
  if (items.length > 0 && plan.withoutCaption === items.length) {
    add('no-captions', 'No pair has a caption: only masks will be learned.')
  }
  input.estimates?.forEach((sentence) => add('estimated', sentence))
  const kind = 'id' in model ? fineTuneInfo(model.family) : null
  if (kind?.trainsCategories === false && plan.byCategory.length > 0) {
    const message = `${kind.title} marks what changed and tells no kinds of change apart: categories are not learned, and stay with your pairs.`
    add('categories-not-learned', message)
  }
  const rare = plan.byCategory
    .filter(({ isNew, pairs }) => isNew && pairs < MIN_CATEGORY_PAIRS)
    .map(({ category }) => category)
  if (rare.length > 0) {
    add(
      'rare-category',
      `Seen in fewer than ${MIN_CATEGORY_PAIRS} pairs, so hardly learned: ${rare.slice(0, 10).join(', ')}.`,
    )
  }
  return shortages
}

function counted(pairs: number): string {
  return pairs === 1 ? 'There is one pair' : `There are ${pairs} pairs`
}
