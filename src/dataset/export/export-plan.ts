import type { ExportOptions, ExportReport } from '../../contract/work'
import { contentIn } from './content'
import type { PairContent } from './content'
import type { Format } from './format'
import type { PlannedPair } from './planned-pair'
import { formats } from './formats'
import { PairLeftOut } from './item'
import type { ExportItem } from './item'
import { assignSplits, uniqueNames, uniqueNamesInSplits } from './split'
import type { SplitName } from './split'

export type Items = Iterable<ExportItem> | AsyncIterable<ExportItem>

/** What is to be written, in order, and what is not. */
export interface Plan {
  pairs: PlannedPair[]
  captionCounts: Map<PlannedPair, number>
  leftOut: ExportReport['leftOut']
}

/** The chosen pairs with their names, from the documents alone. */
export async function planExport(items: Items, options: Omit<ExportOptions, 'out'>): Promise<Plan> {
  const chosen: ExportItem[] = []
  for await (const item of items) {
    if (options.states.includes(item.document.review.state)) {
      chosen.push(item)
    }
  }
  const format = formats[options.format]
  const plan: Plan = { pairs: [], captionCounts: new Map(), leftOut: [] }
  const kept: { item: ExportItem; content: PairContent; split: SplitName }[] = []
  for (const [index, split] of assignSplits(chosen).entries()) {
    const item = chosen[index]
    try {
      kept.push({ item, content: contentIn(format, item), split })
    } catch (error) {
      plan.leftOut.push({ key: item.key, reason: reasonOf(error) })
    }
  }
  // named and numbered without gaps, so that what is read back gets the same names and numbers
  const [keys, splits] = [kept.map(({ item }) => item.key), kept.map(({ split }) => split)]
  const [names, namesInSplits] = [uniqueNames(keys), uniqueNamesInSplits(keys, splits)]
  for (const [index, one] of kept.entries()) {
    const pair = { ...one, name: names[index], nameInSplit: namesInSplits[index], number: index + 1 }
    plan.captionCounts.set(pair, format.countCaptions?.(one.content) ?? one.content.captions.length)
    plan.pairs.push(pair)
  }
  leaveOutAlone(plan, format)
  return plan
}

/** Takes out what the format cannot write beside the others. */
export function leaveOutAlone(plan: Plan, format: Format): void {
  const reasons = format.whyAlone?.(plan.pairs) ?? new Map<PlannedPair, string>()
  plan.leftOut.push(...[...reasons].map(([{ item }, reason]) => ({ key: item.key, reason })))
  plan.pairs = plan.pairs.filter((pair) => !reasons.has(pair))
}

/** Anything but a pair that is left out ends the export. */
export function reasonOf(error: unknown): string {
  if (error instanceof PairLeftOut) {
    return error.message
  }
  throw error
}
