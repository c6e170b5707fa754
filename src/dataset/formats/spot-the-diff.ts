import { encodeJpeg } from '../../images/raster'
import type { Raster } from '../../images/raster'
import { sentencesOf } from '../export/chosen-captions'
import { accountOf, loadImages, loadPixels } from '../export/images'
import { encodeMask } from '../export/thread-helper'
import { SPLIT_NAMES } from '../export/assign-splits'
import { mapped, writeJsonList } from '../export/write-pieces'
import type { DatasetFormat, FormatWriter } from './format'
import { z } from 'zod'
import { entriesOf, listsHaveKeys, listsOf } from '../import/captions-list'
import type { FormatReader } from '../import/item'
import { regionsOfLabel } from '../import/masks'
import type { SourceFile, Source } from '../import/source'
import { message } from '../../messages/message'

/** Source: harsh19/spot-the-diff, data/annotations/train.json, the pair 76. */
const NO_CHANGE_SENTENCE = 'there are no differences'

/** 0 to 100. */
const DIFFERENCE_QUALITY = 90

/**
 * Spot-the-Diff: a list of `img_id` and `sentences` a split, and three images an id in one folder.
 * Source: harsh19/spot-the-diff, data/annotations; airsplay/VisualRelationships,
 * dataset/process_dataset_spotdiff.py, which opens all three lists and all three images.
 */
const writer: FormatWriter = {
  description:
    'Spot-the-Diff: `data/annotations/{train,val,test}.json`, each a list of `img_id` and `sentences`, and ' +
    '`data/resized_images` with `ID.png` (before), `ID_2.png` (after) and `ID_diff.jpg`, the absolute ' +
    'difference of the two as shown. Images are 8-bit RGB PNG files of their own size: those of the ' +
    'published set are 224 x 224 pixels, and its readers resize what they read. The format has no masks; ' +
    'our own `data/masks/ID.png` has one channel, 255 where something changed in the after image. A pair ' +
    `without change and without caption has the published set's sentence for that, "${NO_CHANGE_SENTENCE}".`,
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: 'none', captions: 'all' },
  sentences: (content) => sentencesOf(content, NO_CHANGE_SENTENCE),
  async writePair(output, pair) {
    const images = await loadImages(pair.item, 'rgb-png')
    const difference = await encodeJpeg(differenceOf(await loadPixels(pair.item)), DIFFERENCE_QUALITY)
    const stem = `data/resized_images/${pair.number}`
    const [before, after] = [`${stem}.png`, `${stem}_2.png`]
    const label = `data/masks/${pair.number}.png`
    await output.image(before, images.before)
    await output.image(after, images.after)
    await output.write(`${stem}_diff.jpg`, difference)
    await output.write(label, await encodeMask(output.helper, pair))
    return { pair, before, after, label, ...accountOf(images) }
  },
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
      const entries = mapped(
        written.filter(({ pair }) => pair.split === split),
        ({ pair }) => {
          return { img_id: String(pair.number), sentences: sentencesOf(pair.content, NO_CHANGE_SENTENCE) }
        },
      )
      await writeJsonList(output, `data/annotations/${split}.json`, entries)
    }
  },
  notices: () => [],
}

function differenceOf({ before, after }: { before: Raster; after: Raster }): Raster {
  const { width, height } = after
  return { width, height, data: after.data.map((value, index) => Math.abs(value - before.data[index])) }
}

const LIST_FOLDERS = ['data/annotations', 'annotations', '']
const IMAGE_FOLDERS = ['data/resized_images', 'resized_images', 'data/images', 'images', '']

const entrySchema = z.object({
  img_id: z.union([z.string().min(1), z.int()]).transform(String),
  sentences: z.array(z.string()),
})

/** Source: harsh19/spot-the-diff, data/annotations; its README for the names of images. */
const reader: FormatReader = {
  listFolders: ['data/annotations', 'annotations'],
  fits: (source) => listsHaveKeys(source, LIST_FOLDERS, ['img_id', 'sentences']),
  async *read({ source, problems, isCheck }) {
    const known = new Map<string, { splits: Set<string | null>; count: number }>()
    for (const { split, file } of await listsOf(source, LIST_FOLDERS, ['json'])) {
      const json = await source.json(file)
      for (const { entry, location } of entriesOf(json, file, entrySchema, problems)) {
        const { img_id: id, sentences } = entry
        const { key, otherSplit } = repeatOf(known, id, split)
        if (isCheck && otherSplit !== null) {
          problems.warn(
            location,
            `The same images are in ${otherSplit}, so what is learned there is known here.`,
            id,
          )
        }
        try {
          const before = await image(source, id)
          const after = await image(source, `${id}_2`)
          const label = await source.maskOrNull(`${id}.png`, ['data/masks'])
          const regions = regionsOfLabel.bind(null, label)
          yield { location, key, split, before, after, captions: sentences, regions }
        } catch (error) {
          problems.leaveOut(error, location, id)
        }
      }
    }
  },
}

export const spotTheDiff: DatasetFormat = {
  name: 'spot-the-diff',
  title: 'Spot-the-Diff',
  summary: message('formats.spotTheDiff'),
  recognisedBy: 'list-fields',
  page: {
    text:
      'The published lists name many pairs several times, also in several splits: each entry is a pair here (`126`, ' +
      '`126-2`), and `check` warns of images that are in two splits. Sentences without a word are skipped.',
  },
  writer,
  reader,
}

async function image(source: Source, stem: string): Promise<SourceFile> {
  for (const extension of source.isOfPredictions ? [] : ['png', 'jpg', 'jpeg']) {
    const found = await source.fileOrNull(`${stem}.${extension}`, IMAGE_FOLDERS)
    if (found !== null) {
      return found
    }
  }
  return source.image(`${stem}.png`, IMAGE_FOLDERS)
}

/** Several people wrote about one pair in entries of their own, also in other splits: each is an item here. */
function repeatOf(
  known: Map<string, { splits: Set<string | null>; count: number }>,
  id: string,
  split: string | null,
): Repeat {
  const entry = known.get(id) ?? { splits: new Set<string | null>(), count: 0 }
  known.set(id, entry)
  entry.count += 1
  const otherSplit = [...entry.splits].find((name) => name !== split) ?? null
  entry.splits.add(split)
  return { key: entry.count === 1 ? id : `${id}-${entry.count}`, otherSplit }
}

interface Repeat {
  key: string
  /** A split that has the same images. */
  otherSplit: string | null
}
