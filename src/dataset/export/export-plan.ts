import type { ExportOptions, ExportReport } from '../../contract/work'
import { withChosenCaptions } from './chosen-captions'
import { contentFactsOf, contentOf, PairLeftOut } from './export-pair'
import type {
  ContentFacts,
  CountedItem,
  CountedPair,
  ExportItem,
  ExportRequest,
  FactsItem,
  PlannedPair,
  WrittenPair,
} from './export-pair'
import { hideNames, withoutNames } from './hide-names'
import { splitsOf } from './known-splits'
import { captionCountOf, unsupportedFieldsOf } from '../formats/format'
import type { FormatWriter } from '../formats/format'
import { formatNamed } from '../formats/list'
import { uniqueNames, uniqueNamesInSplits } from './file-names'
import { NO_RULES } from './assign-splits'
import type { SplitName, SplitRules } from './assign-splits'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { sortNaturally } from '../pair-record'
import { sequenceFields } from '../sequence-fields'
import {
  emptySplitNotice,
  otherSplitsNotice,
  rejectedCaptionsNotice,
  unchosenCaptionsNotice,
} from './notices'
import { splitNotices } from './split-notices'
import type { MessageText } from '../../messages/message'

export type Items = Iterable<ExportItem> | AsyncIterable<ExportItem>

/** Some hundred pairs take a millisecond. */
const PAIRS_A_TURN = 256

/** Pairs to be written, in order, and those left out. */
export interface Plan<P extends CountedPair = PlannedPair> {
  pairs: P[]
  leftOut: ExportReport['leftOut']
  rules: SplitRules
}

/** The chosen pairs with their names, from the documents alone. */
export async function planExport(
  items: Items,
  options: Omit<ExportRequest, 'out'>,
  rules = NO_RULES,
): Promise<Plan> {
  const chosen: ExportItem[] = []
  for await (const item of items) {
    if (options.states.includes(item.document.review.state)) {
      chosen.push(options.hidesNames === true ? withoutNames(item, options) : item)
    }
  }
  const { writer } = formatNamed(options.format)
  const { pairs, leftOut } = await countedPairs(chosen, rules, writer, (item) =>
    withChosenCaptions(contentOf(item), options.captions),
  )
  // numbered without gaps, so that a later import gets the same names and numbers
  const [keys, splits] = [pairs.map(({ item }) => item.key), pairs.map(({ split }) => split)]
  const [names, namesInSplits] = [uniqueNames(keys), uniqueNamesInSplits(keys, splits)]
  const named = pairs.map((pair, index) => ({
    ...pair,
    name: names[index],
    nameInSplit: namesInSplits[index],
  }))
  return finishedPlan({ pairs: named, leftOut, rules }, writer)
}

/** Like `planExport`, without documents and names. */
export async function planPreview(
  items: readonly FactsItem[],
  { format, states, captions }: Pick<ExportOptions, 'format' | 'states' | 'captions'>,
  rules = NO_RULES,
): Promise<Plan<CountedPair<FactsItem>>> {
  const { writer } = formatNamed(format)
  const isChosen = ({ state }: FactsItem): boolean => states.includes(state)
  // the same list where possible: its splits are cached
  const chosen = items.every(isChosen) ? items : items.filter(isChosen)
  const plan = await countedPairs(chosen, rules, writer, (item) =>
    withChosenCaptions(contentFactsOf(item), captions),
  )
  return finishedPlan(plan, writer)
}

/** Items that the format has a place for. Does not apply `whyAlone`, which leaves out pairs that lack a partner. */
export function fittingItems<I extends FactsItem>(items: readonly I[], format: string): I[] {
  const { writer } = formatNamed(format)
  return items.filter((item) => {
    try {
      captionCountOf(writer, contentFactsOf(item))
      return true
    } catch (error) {
      reasonOf(error, item)
      return false
    }
  })
}

async function countedPairs<I extends CountedItem, C extends ContentFacts>(
  items: readonly I[],
  rules: SplitRules,
  format: FormatWriter,
  contentOfItem: (item: I) => C,
): Promise<Plan<CountedPair<I, C>>> {
  const pairs: CountedPair<I, C>[] = []
  const leftOut: ExportReport['leftOut'] = []
  const turns = new EventLoopTurns()
  const splits = await splitsOf(items, rules)
  for (const [index, split] of splits.entries()) {
    if (index % PAIRS_A_TURN === 0) {
      await turns.yieldToEventLoop()
    }
    const item = items[index]
    try {
      const content = contentOfItem(item)
      const captionCount = captionCountOf(format, content)
      pairs.push({ item, content, captionCount, split, number: pairs.length + 1 })
    } catch (error) {
      leftOut.push({ key: item.key, reason: reasonOf(error, item) })
    }
  }
  return { pairs, leftOut, rules }
}

function finishedPlan<P extends CountedPair>(plan: Plan<P>, format: FormatWriter): Plan<P> {
  leaveOutAlone(plan, format)
  return plan
}

/** Leaves out the pairs that the format cannot write beside the others. */
export function leaveOutAlone<P extends CountedPair>(plan: Plan<P>, format: FormatWriter): void {
  const reasons = format.whyAlone?.(plan.pairs) ?? new Map<P, string>()
  if (reasons.size === 0) {
    return
  }
  for (const [{ item }, reason] of reasons) {
    plan.leftOut.push({ key: item.key, reason })
  }
  plan.pairs = plan.pairs.filter((pair) => !reasons.has(pair))
}

/** The reason of a `PairLeftOut`. Rethrows all other errors: they end the export. */
export function reasonOf(error: unknown, item: CountedItem): MessageText {
  if (error instanceof PairLeftOut) {
    return item.hidesNames === true ? hideNames(error.text, item) : error.text
  }
  throw error
}

/** Report of an export or a preview; `out` is the folder, null if no path may be named. */
export function reportOf<P extends CountedPair>(
  plan: Plan<P>,
  options: Omit<ExportOptions, 'out'>,
  out: string | null,
): Omit<ExportReport, 'out'> {
  const counts: Record<SplitName, number> = { train: 0, val: 0, test: 0 }
  for (const { split } of plan.pairs) {
    counts[split] += 1
  }
  const splits = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const { writer } = formatNamed(options.format)
  return {
    format: options.format,
    pairCount: plan.pairs.length,
    regionCount: plan.pairs.reduce((sum, { content }) => sum + content.regions.length, 0),
    captionCount: plan.pairs.reduce((sum, { captionCount }) => sum + captionCount, 0),
    splits,
    leftOut: sortNaturally(plan.leftOut, ({ key }) => key),
    notices: [
      ...writer.notices(plan.pairs, out),
      ...unchosenCaptionsNotice(plan.pairs),
      ...rejectedCaptionsNotice(plan.pairs),
      ...otherSplitsNotice(plan.pairs.map(({ item }) => item)),
      ...splitNotices(plan.pairs, plan.rules),
      ...emptySplitNotice(splits),
    ],
    unsupportedFields: unsupportedFieldsOf(
      plan.pairs.map(({ content }) => content),
      writer.supports,
    ),
  }
}

/** A row of a list that `layouts/manifest.ts` reads. */
export function manifestRow({ pair, before, after, label }: WrittenPair): object {
  const { item, content, split } = pair
  return {
    key: item.key,
    split,
    before,
    after,
    label,
    captions: content.captions.map(({ text }) => text),
    state: item.document.review.state,
    proposed_by: item.proposedBy,
    ...sequenceFields(item.sequence),
  }
}
