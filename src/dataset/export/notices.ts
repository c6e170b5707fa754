import type { ExportOptions } from '../../contract/work'
import { message } from '../../messages/message'
import type { Message, MessageText } from '../../messages/message'
import { MAX_JSON_BYTES } from '../import/source'
import { isSplitName, SPLIT_NAMES } from './assign-splits'
import type { CountedItem, CountedPair, WrittenPair } from './export-pair'
import type { OutputFolder } from './output'

// What an export says beside its counts.

const MOST_NAMED = 5

/** Notices about how the images were written. */
export function linkNotice({ copiedInstead }: OutputFolder, images: ExportOptions['images']): Message[] {
  return [
    ...(images === 'reference' ? [message('exports.links')] : []),
    ...(copiedInstead > 0 ? [message('exports.copied', { count: copiedInstead })] : []),
  ]
}

/** Lists that are too large for this program to read them back. */
export function largeListNotice({ files }: Pick<OutputFolder, 'files'>): Message[] {
  return [...files.values()]
    .filter(({ path, bytes }) => /\.(?:geo)?json$/.test(path) && bytes > MAX_JSON_BYTES)
    .map(({ path }) => message('exports.largeList', { name: path, mebibytes: MAX_JSON_BYTES / 2 ** 20 }))
}

/** Pairs whose images are on a common grid. */
export function overlayNotice(written: readonly WrittenPair[]): Message[] {
  const count = written.filter(({ commonGrid }) => commonGrid !== null).length
  return count === 0 ? [] : [message('exports.laidOver', { count })]
}

/** Captions that the choice of captions leaves out, and pairs that have no other. */
export function unchosenCaptionsNotice(pairs: readonly CountedPair[]): Message[] {
  const count = pairs.reduce((sum, { content }) => sum + (content.unchosen?.length ?? 0), 0)
  const bare = pairs.filter(({ content }) => content.unchosen !== undefined && content.captions.length === 0)
  return [
    ...(count === 0 ? [] : [message('exports.unchosenCaptions', { count })]),
    ...(bare.length === 0
      ? []
      : [message('exports.barePairs', { count: bare.length, names: namesOf(bare) })]),
  ]
}

function namesOf(pairs: readonly CountedPair[]): string {
  const names = pairs.slice(0, MOST_NAMED).map(({ item }) => item.key)
  return names.join(', ')
}

/** Captions whose words speak of regions that are not written. */
export function rejectedCaptionsNotice(pairs: readonly CountedPair[]): Message[] {
  const speaking = pairs.filter(({ content, captionCount }) =>
    content.captions.slice(0, captionCount).some(({ isOfRejected }) => isOfRejected),
  )
  return speaking.length === 0
    ? []
    : [message('exports.rejectedCaptions', { count: speaking.length, names: namesOf(speaking) })]
}

/** Splits whose names mean nothing to exports. */
export function otherSplitsNotice(items: readonly Pick<CountedItem, 'split'>[]): Message[] {
  const others = items.flatMap(({ split }) => (split === null || isSplitName(split) ? [] : [split]))
  const names = [...new Set(others)].slice(0, MOST_NAMED).join(', ')
  return others.length === 0 ? [] : [message('exports.otherSplits', { count: others.length, names })]
}

export function emptySplitNotice(splits: Readonly<Record<string, number>>): Message[] {
  const empty = SPLIT_NAMES.filter((split) => splits[split] === undefined)
  return empty.length > 0 && empty.length < SPLIT_NAMES.length
    ? [
        message('exports.emptySplits', {
          names: empty.reduce<MessageText>(
            (first, second) => (first === '' ? second : message('exports.splitsOr', { first, second })),
            '',
          ),
        }),
      ]
    : []
}
