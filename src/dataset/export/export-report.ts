import type { ExportOptions, ExportReport } from '../../contract/work'
import { sortNaturally } from '../natural'
import type { Plan } from './export-plan'
import type { WrittenPair } from './planned-pair'
import { formats } from './formats'
import { unsupportedFieldsOf } from './unsupported-fields'
import type { OutputFolder } from './output'
import { splitNames } from './split'

/** What was written, or would be; `out` is the folder, null where no path may be told. */
export function reportOf(
  plan: Plan,
  options: Omit<ExportOptions, 'out'>,
  out: string | null,
): Omit<ExportReport, 'out'> {
  const splits: Record<string, number> = {}
  for (const split of splitNames) {
    const count = plan.pairs.filter((pair) => pair.split === split).length
    if (count > 0) {
      splits[split] = count
    }
  }
  return {
    format: options.format,
    pairCount: plan.pairs.length,
    regionCount: plan.pairs.reduce((sum, { content }) => sum + content.regions.length, 0),
    captionCount: plan.pairs.reduce((sum, pair) => sum + (plan.captionCounts.get(pair) ?? 0), 0),
    splits,
    leftOut: sortNaturally(plan.leftOut, ({ key }) => key),
    notices: [...formats[options.format].notices(plan.pairs, out), ...emptySplitNotice(splits)],
    unsupportedFields: unsupportedFieldsOf(
      plan.pairs.map(({ content }) => content),
      formats[options.format].supports,
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
  const empty = splitNames.filter((split) => splits[split] === undefined)
  return empty.length > 0 && empty.length < splitNames.length
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
