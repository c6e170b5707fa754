import type { ExportOptions, ExportReport } from '../../contract/work'
import { contentIn, PairLeftOut } from './export-pair'
import type { PairContent, PlannedPair, WrittenPair, ExportItem } from './export-pair'
import { unsupportedFieldsOf } from '../formats/format'
import type { FormatWriter } from '../formats/format'
import { formatNamed } from '../formats/list'
import { assignSplits, uniqueNames, uniqueNamesInSplits, SPLIT_NAMES } from './split'
import type { SplitName } from './split'
import { sortNaturally } from '../pair-record'
import type { OutputFolder } from './output'

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
  const format = formatNamed(options.format).writer
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
export function leaveOutAlone(plan: Plan, format: FormatWriter): void {
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

/** What was written, or would be; `out` is the folder, null where no path may be told. */
export function reportOf(
  plan: Plan,
  options: Omit<ExportOptions, 'out'>,
  out: string | null,
): Omit<ExportReport, 'out'> {
  const splits: Record<string, number> = {}
  for (const split of SPLIT_NAMES) {
    const count = plan.pairs.filter((pair) => pair.split === split).length
    if (count > 0) {
      splits[split] = count
    }
  }
  const { writer } = formatNamed(options.format)
  return {
    format: options.format,
    pairCount: plan.pairs.length,
    regionCount: plan.pairs.reduce((sum, { content }) => sum + content.regions.length, 0),
    captionCount: plan.pairs.reduce((sum, pair) => sum + (plan.captionCounts.get(pair) ?? 0), 0),
    splits,
    leftOut: sortNaturally(plan.leftOut, ({ key }) => key),
    notices: [...writer.notices(plan.pairs, out), ...emptySplitNotice(splits)],
    unsupportedFields: unsupportedFieldsOf(
      plan.pairs.map(({ content }) => content),
      writer.supports,
    ),
  }
}

/** What a person must know of how the images were written. */
export function linkNotice({ copiedInstead }: OutputFolder, images: ExportOptions['images']): string[] {
  return [
    ...(images === 'reference'
      ? ['Images are links to where they lie: to import this folder again, name their folder too.']
      : []),
    ...(copiedInstead > 0
      ? [`Copied, as links cannot be made between these disks: ${copiedInstead} images.`]
      : []),
  ]
}

function emptySplitNotice(splits: Readonly<Record<string, number>>): string[] {
  const empty = SPLIT_NAMES.filter((split) => splits[split] === undefined)
  return empty.length > 0 && empty.length < SPLIT_NAMES.length
    ? [
        `No pair falls into ${empty.join(' or ')}: put pairs into folders of those names to decide it yourself.`,
      ]
    : []
}

/** A list that `layouts/manifest.ts` reads. */
export function manifest(written: readonly WrittenPair[]): string {
  const rows = written.map(({ pair, before, after, label }) => {
    const { item, content, split } = pair
    const captions = content.captions.map(({ text }) => text)
    const { state } = item.document.review
    return JSON.stringify({
      key: item.key,
      split,
      before,
      after,
      label,
      captions,
      state,
      proposed_by: item.proposedBy,
    })
  })
  return rows.map((row) => `${row}\n`).join('')
}
