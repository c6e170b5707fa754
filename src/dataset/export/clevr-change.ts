import { arrangeTriplets, isChanged } from './clevr-triplets'
import { clevrLists } from './clevr-lists'
import { captionsOf } from './clevr-text'
import { clevrNotices } from './clevr-notices'
import { accountOf, loadImages } from './images'
import { encodeMask } from './mask'
import type { Format } from './format'
import type { PlannedPair, WrittenPair } from './planned-pair'
import type { OutputFolder } from './output'

/** Files wait here until it is known how many triplets there are: their numbers have no gaps. */
const waiting = '.waiting'

/**
 * CLEVR-Change. What its loaders ask for, and where it is met: numbers from 0 without gaps, the same as
 * places in the sorted folders; as many files in each of the three folders, and nothing else in them; a
 * no-change caption for every key of the change captions; a word in each caption; all five types in the
 * type mapping. Source: Seth-Park/RobustChangeCaptioning, datasets/rcc_dataset.py,
 * scripts/preprocess_captions.py and evaluate_pointing.py.
 */
export const clevrChange: Format = {
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
  supports: { masks: 'union', categories: 'some', beforeMasks: 'boxes', details: false, captions: 'all' },
  sentences: (content) => captionsOf({ content }),
  whyAlone: (pairs) => arrangeTriplets(pairs).alone,
  writePair,
  settle,
  writeLists: async (output, written) => {
    const { triplets } = arrangeTriplets(written.map(({ pair }) => pair))
    for (const [name, text] of Object.entries(clevrLists(triplets))) {
      await output.write(`data/${name}`, text)
    }
  },
  notices: clevrNotices,
}

/** Of an unchanged pair the after image only: its before image is that of the changed one. */
async function writePair(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'rgb-png')
  const path = (what: string): string => `${waiting}/${pair.number}-${what}.png`
  const [before, after, label] = [path('before'), path('after'), path('mask')]
  await output.image(after, images.after)
  if (!isChanged(pair)) {
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
  await output.remove(waiting)
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
