import type { Shortage, TrainingOptions, TrainingPlan } from '../../contract/training'
import { trainingPresets } from '../../contract/training'
import type { ReviewState } from '../../domain/pair'
import { CAPTION_LENGTH } from '../../models/layers/sizes'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { CaptionWords } from '../caption-words'
import { newWords } from '../resize-embeddings'
import { hasKnownMasks } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import { minutesOf } from './presets'
import type { StepCost } from './presets'
import type { Split } from '../data/split'
import { fineTuneInfo } from './fine-tune-setup'
import type { MessageText, Message } from '../../messages/message'
import { message } from '../../messages/message'

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
    | { reason: MessageText }
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
  const words = isModel ? new CaptionWords(model.tokenizer) : null
  const counts = { pairs: items.length, heldOut }
  const plan = {
    pairCount: items.length,
    byState,
    byCategory: categoriesOf(items, isModel ? model.categories : [], kind?.trainsCategories !== false),
    unchangedCount: items.filter(({ regions, isUnchanged }) => regions.length === 0 && isUnchanged).length,
    byCaptionLength: lengthsOf(items),
    withoutCaption: items.filter(({ captions }) => captions.length === 0).length,
    tooLongCaptions: words === null ? 0 : tooLongIn(items, words),
    newWords: words === null ? [] : newWords(trainingCaptions(items), words.tokenizer, words),
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

function* trainingCaptions(items: readonly PlannedItem[]): Generator<string> {
  for (const { captions, isHeldOut } of items) {
    if (!isHeldOut) {
      yield* captions
    }
  }
}

function tooLongIn(items: readonly PlannedItem[], words: CaptionWords): number {
  let count = 0
  for (const { captions } of items) {
    for (const text of captions) {
      count += isTooLong(text, words) ? 1 : 0
    }
  }
  return count
}

function isTooLong(text: string, words: CaptionWords): boolean {
  // a token has a byte at least, and the first word a blank before it
  return Buffer.byteLength(text) + 1 >= CAPTION_LENGTH && words.tokenCount(text) >= CAPTION_LENGTH
}

function categoriesOf(
  items: readonly PlannedItem[],
  existing: readonly string[],
  areTrained: boolean,
): TrainingPlan['byCategory'] {
  const countsByCategory = new Map<string, { pairs: number; regions: number }>()
  for (const { regions } of items) {
    for (const [place, { category }] of regions.entries()) {
      const counts = countsByCategory.get(category) ?? { pairs: 0, regions: 0 }
      const isFirst = regions.findIndex((region) => region.category === category) === place
      counts.pairs += isFirst ? 1 : 0
      counts.regions += 1
      countsByCategory.set(category, counts)
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

function emptySideMessage({ pairCount, train }: Pick<TrainingPlan, 'pairCount' | 'train'>): Message {
  if (pairCount < 2) {
    return message('shortages.tooFew')
  }
  return message(train === 0 ? 'shortages.allHeldOut' : 'shortages.allTrained')
}

function shortagesOf(plan: Omit<TrainingPlan, 'shortages' | 'canStart'>, input: PlanInput): Shortage[] {
  const { items, split, model } = input
  const shortages: Shortage[] = []
  const add = (code: Shortage['code'], text: MessageText, isFatal = false): void => {
    shortages.push({ code, message: text, isFatal })
  }
  if (!('id' in model)) {
    add('no-model', message('shortages.noModel', { reason: model.reason }), true)
  }
  if (plan.train === 0 || plan.heldOut === 0) {
    add('few-pairs', emptySideMessage(plan), true)
  } else if (plan.train < MIN_PAIRS) {
    add('few-pairs', message('shortages.fewPairs', { count: plan.train, most: MIN_PAIRS }))
  }
  if (split.isByPair) {
    add('one-group', message('shortages.oneGroup'))
  }
  if (plan.heldOut > 0 && plan.heldOut < MIN_HELD_OUT) {
    add('few-held-out', message('shortages.fewHeldOut', { count: plan.heldOut }))
  }
  const withoutLabels = items.filter((item) => !hasKnownMasks(item)).length
  if (items.length > 0 && items.every(({ regions }) => regions.length === 0)) {
    add('no-change', message('shortages.noRegion'))
  } else if (withoutLabels > 0) {
    add('unmarked', message('shortages.unmarked', { count: withoutLabels }))
  }
  if (items.length > 0 && plan.unchangedCount === 0) {
    add('no-unchanged', message('shortages.noUnchanged'))
  }
  if (items.length > 0 && plan.withoutCaption === items.length) {
    add('no-captions', message('shortages.noCaption'))
  }
  input.estimates?.forEach((sentence) => add('estimated', sentence))
  const kind = 'id' in model ? fineTuneInfo(model.family) : null
  if (kind?.trainsCategories === false && plan.byCategory.length > 0) {
    add('categories-not-learned', message('shortages.noCategories', { title: kind.title }))
  }
  const rare = plan.byCategory
    .filter(({ isNew, pairs }) => isNew && pairs < MIN_CATEGORY_PAIRS)
    .map(({ category }) => category)
  if (rare.length > 0) {
    const names = rare.slice(0, 10).join(', ')
    add('rare-category', message('shortages.rare', { count: MIN_CATEGORY_PAIRS, names }))
  }
  return shortages
}
