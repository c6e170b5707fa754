import type { Shortage, TrainingOptions, TrainingPlan } from '../../contract/training'
import { trainingPresets } from '../../contract/training'
import type { ReviewState } from '../../domain/pair'
import { CAPTION_LENGTH } from '../../models/layers/sizes'
import { EventLoopTurns } from '../../process/event-loop-turns'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { WordCounts } from '../new-words'
import { hasKnownMasks, isAsProposed } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import { minutesOf } from './presets'
import type { StepCost } from './presets'
import type { Split } from '../data/split'
import { fineTuneInfo } from './fine-tune-setup'
import type { MessageText, Message } from '../../messages/message'
import { message } from '../../messages/message'

/** Facts of a pair that a plan counts. */
export interface PlannedItem extends Pick<
  CorrectedPair,
  'captions' | 'isUnchanged' | 'isHeldOut' | 'key' | 'origins'
> {
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
    | { id: string; version: string; family: string; categories: readonly string[]; tokenizer: Tokenizer }
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
/** Of the models that come with the program, the one that learns captions. */
const CAPTIONS_FROM = 'ccrc-base'

/** Counts the training data of a run and lists its shortages. Other tasks of the thread run meanwhile. */
export async function planTraining(input: PlanInput): Promise<TrainingPlan> {
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
  const counts = { pairs: items.length, heldOut }
  const learnsCaptions = kind?.trainsCaptions !== false
  const plan = {
    pairCount: items.length,
    byState,
    byCategory: categoriesOf(items, isModel ? model.categories : [], kind?.trainsCategories !== false),
    unchangedCount: items.filter(({ regions, isUnchanged }) => regions.length === 0 && isUnchanged).length,
    withoutCaption: items.filter(({ captions }) => captions.length === 0).length,
    learnsCaptions,
    ...(learnsCaptions ? await captionCounts(items, isModel ? model.tokenizer : null) : NO_CAPTIONS),
    groupCount: split.groupCount,
    train: items.length - heldOut,
    heldOut,
    heldOutBefore: input.heldOutBefore,
    heldOutAsProposed: isModel
      ? items.filter(
          (item) => item.isHeldOut && isAsProposed(item, { model: model.id, version: model.version }),
        ).length
      : 0,
    leftOut: [...leftOut],
    minutes: Object.fromEntries(
      trainingPresets.map((preset) => [preset, minutesOf(preset, options.advanced, counts, cost)]),
    ) as Record<(typeof trainingPresets)[number], number>,
    from: isModel ? model.id : null,
  }
  const shortages = shortagesOf(plan, input)
  return { ...plan, shortages, canStart: !shortages.some(({ isFatal }) => isFatal) }
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

type CaptionCounts = Pick<TrainingPlan, 'byCaptionLength' | 'tooLongCaptions' | 'newWords'>

/** Of a model that learns none. */
const NO_CAPTIONS: CaptionCounts = { byCaptionLength: [], tooLongCaptions: 0, newWords: [] }

/** @param tokenizer of the model to begin with; null without one */
async function captionCounts(
  items: readonly PlannedItem[],
  tokenizer: Tokenizer | null,
): Promise<CaptionCounts> {
  const byCaptionLength = [...LENGTHS, null].map((to, index) => {
    return { from: index === 0 ? 1 : LENGTHS[index - 1] + 1, to, captions: 0 }
  })
  const trained = tokenizer === null ? null : new WordCounts(tokenizer)
  const turns = new EventLoopTurns()
  let tooLongCaptions = 0
  for (const { captions, isHeldOut } of items) {
    if (captions.length > 0) {
      const words = captions[0].trim().split(/\s+/).length
      const place = LENGTHS.findIndex((most) => words <= most)
      byCaptionLength[place === -1 ? LENGTHS.length : place].captions += 1
    }
    for (const caption of captions) {
      const tokens = (isHeldOut ? tokenizer?.encode(caption).length : trained?.add(caption)) ?? 0
      tooLongCaptions += tokens >= CAPTION_LENGTH ? 1 : 0
    }
    await turns.yieldToEventLoop()
  }
  return { byCaptionLength, tooLongCaptions, newWords: trained?.newWords() ?? [] }
}

function emptySideMessage({ pairCount, train }: Pick<TrainingPlan, 'pairCount' | 'train'>): Message {
  if (pairCount < 2) {
    return message('shortages.tooFew')
  }
  return message(train === 0 ? 'shortages.allHeldOut' : 'shortages.allTrained')
}

function asProposedMessage(
  { heldOut, heldOutAsProposed }: Pick<TrainingPlan, 'heldOut' | 'heldOutAsProposed'>,
  model: string,
): Message {
  const favoured = message('verdict.favoured', { count: heldOutAsProposed, total: heldOut, model })
  const others = heldOut - heldOutAsProposed
  return others < MIN_HELD_OUT
    ? message('joining.sentences', { first: favoured, second: message('shortages.fewOwnMasks') })
    : favoured
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
  if (plan.heldOutAsProposed > 0 && plan.from !== null) {
    add('held-out-as-proposed', asProposedMessage(plan, plan.from))
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
  if (plan.learnsCaptions && items.length > 0 && plan.withoutCaption === items.length) {
    add('no-captions', message('shortages.noCaption'))
  }
  input.estimates?.forEach((sentence) => add('estimated', sentence))
  const kind = 'id' in model ? fineTuneInfo(model.family) : null
  if (kind?.trainsCaptions === false && items.length > 0) {
    const instead = CAPTIONS_FROM
    add('masks-alone', message('shortages.masksAlone', { title: kind.title, instead }))
  } else if (kind?.trainsCategories === false && plan.byCategory.length > 0) {
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
