import { clevrLists, changeTypeOf } from './lists'
import { arrangeTriplets, captionsOf, isChanged, NO_CHANGE_SENTENCE } from './triplets'
import { accountOf, loadImages } from '../../export/images'
import { encodeMask } from '../../export/thread-helper'
import { clevrChangeReader } from './reader'
import type { DatasetFormat, FormatWriter } from '../format'
import { PairLeftOut } from '../../export/export-pair'
import type { CountedPair, PlannedPair, WrittenPair } from '../../export/export-pair'
import type { OutputFolder } from '../../export/output'
import { writePieces } from '../../export/write-pieces'
import { tokenCount } from '../levir-mci/sentences'
import { message } from '../../../messages/message'
import type { Message } from '../../../messages/message'
import { unsegmentedNotice } from '../unsegmented-captions'

/** `IMAGE_SIZE` of evaluate_pointing.py. */
const BOX_FRAME = { width: 480, height: 360 }

/** Each pair is in a triplet here: the others are left out before. */
function clevrNotices(pairs: readonly CountedPair[]): Message[] {
  const changed = pairs.filter(isChanged)
  const unchanged = pairs.filter((pair) => !isChanged(pair))
  return [
    ...partnerNotice(changed, unchanged),
    ...typeNotice(changed),
    ...boxNotice(changed),
    ...lengthNotice(changed, unchanged),
    ...unsegmentedNotice(pairs),
  ]
}

function partnerNotice(changed: readonly CountedPair[], unchanged: readonly CountedPair[]): Message[] {
  const [total, count] = [changed.length, changed.length - unchanged.length]
  return count > 0 ? [message('exports.noUnchanged', { count, total, sentence: NO_CHANGE_SENTENCE })] : []
}

function typeNotice(changed: readonly CountedPair[]): Message[] {
  const count = changed.filter((pair) => changeTypeOf(pair) === null).length
  return count > 0 ? [message('exports.noType', { count, total: changed.length })] : []
}

function boxNotice(changed: readonly CountedPair[]): Message[] {
  return changed.some(({ item }) => item.width !== BOX_FRAME.width || item.height !== BOX_FRAME.height)
    ? [message('exports.boxFrame')]
    : []
}

/** The loader makes rows as long as the longest change caption for the others too. */
function lengthNotice(changed: readonly CountedPair[], unchanged: readonly CountedPair[]): Message[] {
  const partners = unchanged.length < changed.length ? [...unchanged, null] : unchanged
  const [count, most] = [changed, partners].map((pairs) =>
    pairs.reduce((longest, pair) => Math.max(longest, longestOf(pair)), 0),
  )
  return most > count ? [message('exports.captionRoom', { count, most })] : []
}

/** Tokens of the longest of its `captionsOf`, without making them; null for a pair that is not there. */
function longestOf(pair: CountedPair | null): number {
  let most = 0
  for (const { text } of pair?.content.captions ?? []) {
    most = Math.max(most, tokenCount(text))
  }
  return most > 0 ? most : tokenCount(NO_CHANGE_SENTENCE)
}

/** Files wait here until it is known how many triplets there are: their numbers have no gaps. */
const WAITING = '.waiting'

/**
 * CLEVR-Change. What its loaders ask for, and where it is met: numbers from 0 without gaps, the same as
 * places in the sorted folders; as many files in each of the three folders, and nothing else in them; a
 * no-change caption for every key of the change captions; a word in each caption; all five types in the
 * type mapping. Source: Seth-Park/RobustChangeCaptioning, datasets/rcc_dataset.py,
 * scripts/preprocess_captions.py and evaluate_pointing.py.
 */
const writer: FormatWriter = {
  description:
    'CLEVR-Change: `data/images` (before), `data/sc_images` (after, changed) and `data/nsc_images` (after, ' +
    'unchanged), 8-bit RGB PNG files numbered from 0 without gaps; `change_captions.json` and ' +
    '`no_change_captions.json` by the name of the before image; `splits.json` with numbers; ' +
    '`type_mapping.json` (`config.py` of its code asks for `type_mapping_v2.json`: name it there), with the ' +
    'pairs whose regions all have one of the categories color, material, add, drop or move; ' +
    '`change_captions_with_bbox.json` with one box over all regions of a pair in each frame, none where the ' +
    'thing is not there. A changed and an unchanged pair are one triplet where they share a before image. ' +
    'Our own `data/masks` have one channel, 255 where something changed in the after image. ' +
    '`preprocess_captions.py` stops at a word outside train that train lacks, unless it is given ' +
    '`--allow_unk 1`.',
  supports: { masks: 'union', categories: 'some', beforeMasks: 'boxes', details: 'none', captions: 'all' },
  sentences: (content) => captionsOf({ content }),
  whyAlone: (pairs) => arrangeTriplets(pairs).alone,
  writePair,
  settle,
  writeLists: async (output, written) => {
    const { triplets } = arrangeTriplets(written.map(({ pair }) => pair))
    for (const [name, pieces] of Object.entries(clevrLists(triplets))) {
      await writePieces(output, `data/${name}`, pieces)
    }
  },
  notices: clevrNotices,
}

export const clevrChange: DatasetFormat = {
  name: 'clevr-change',
  title: 'CLEVR-Change',
  summary: message('formats.clevrChange'),
  recognisedBy: 'list-names',
  page: {
    carries: { masks: 'one, and a box', categories: 'its five types' },
    text:
      'Each before image gives a pair with its changed and one with its unchanged after image, `NAME-changed` and ' +
      '`NAME-unchanged`. The type is the category. Boxes are regions where there is no `data/masks`. Where an export ' +
      'had no unchanged pair it put a copy of the before image: the import recognises the copy and makes no pair.',
  },
  writer,
  reader: clevrChangeReader,
}

/** Of an unchanged pair the after image only: its before image is that of the changed one. */
async function writePair(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'rgb-png')
  const path = (what: string): string => `${WAITING}/${pair.number}-${what}.png`
  const [before, after, label] = [path('before'), path('after'), path('mask')]
  await output.image(after, images.after)
  if (!isChanged(pair)) {
    if (images.overlay !== null) {
      throw new PairLeftOut(message('exports.ownGrid'))
    }
    const convertedImages = images.after.source === null ? 1 : 0
    return { pair, before, after, label: null, ...accountOf(images), convertedImages }
  }
  await output.image(before, images.before)
  await output.write(label, await encodeMask(output.helper, pair))
  return { pair, before, after, label, ...accountOf(images) }
}

async function settle(
  output: OutputFolder,
  written: readonly WrittenPair[],
  stopIfCancelled: () => void,
): Promise<WrittenPair[]> {
  const looseOf = new Map(written.map((entry) => [entry.pair, entry]))
  const settled = new Map<PlannedPair, WrittenPair>()
  for (const name of ['images', 'sc_images', 'nsc_images', 'masks']) {
    await output.makeFolder(`data/${name}`)
  }
  const { triplets } = arrangeTriplets([...looseOf.keys()])
  for (const [index, { changed, unchanged }] of triplets.entries()) {
    stopIfCancelled()
    const place = placesOf(index)
    const loose = looseOf.get(changed)!
    await output.move(loose.before, place.before)
    await output.move(loose.after, place.changed)
    await output.move(loose.label!, place.mask)
    settled.set(changed, { ...loose, before: place.before, after: place.changed, label: place.mask })
    if (unchanged === null) {
      await output.duplicate(place.before, place.unchanged)
    } else {
      const partner = looseOf.get(unchanged)!
      await output.move(partner.after, place.unchanged)
      settled.set(unchanged, { ...partner, before: place.before, after: place.unchanged })
    }
  }
  await output.remove(WAITING)
  return written.map(({ pair }) => settled.get(pair)!)
}

function placesOf(index: number): Record<'before' | 'changed' | 'unchanged' | 'mask', string> {
  const number = String(index).padStart(6, '0')
  return {
    before: `data/images/CLEVR_default_${number}.png`,
    changed: `data/sc_images/CLEVR_semantic_${number}.png`,
    unchanged: `data/nsc_images/CLEVR_nonsemantic_${number}.png`,
    mask: `data/masks/CLEVR_semantic_${number}.png`,
  }
}
