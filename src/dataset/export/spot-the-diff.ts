import { encodeJpeg } from '../../images/encode'
import type { Raster } from '../../images/raster'
import { sentencesOf } from './content'
import { accountOf, loadImages, loadPixels } from './images'
import { encodeMask } from './helper'
import { SPLIT_NAMES } from './split'
import { jsonList } from './format'
import type { Format } from './format'

/** Source: harsh19/spot-the-diff, data/annotations/train.json, the pair 76. */
const NO_CHANGE_SENTENCE = 'there are no differences'

/** 0 to 100. */
const DIFFERENCE_QUALITY = 90

/**
 * Spot-the-Diff: a list of `img_id` and `sentences` a split, and three images an id in one folder.
 * Source: harsh19/spot-the-diff, data/annotations; airsplay/VisualRelationships,
 * dataset/process_dataset_spotdiff.py, which opens all three lists and all three images.
 */
export const spotTheDiff: Format = {
  description:
    'Spot-the-Diff: `data/annotations/{train,val,test}.json`, each a list of `img_id` and `sentences`, and ' +
    '`data/resized_images` with `ID.png` (before), `ID_2.png` (after) and `ID_diff.jpg`, the absolute ' +
    'difference of the two as shown. Images are 8-bit RGB PNG files of their own size: those of the ' +
    'published set are 224 x 224 pixels, and its readers resize what they read. The format has no masks; ' +
    'our own `data/masks/ID.png` has one channel, 255 where something changed in the after image. A pair ' +
    `without change and without caption has the published set's sentence for that, "${NO_CHANGE_SENTENCE}".`,
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
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
      const entries = written
        .filter(({ pair }) => pair.split === split)
        .map(({ pair }) => {
          return { img_id: String(pair.number), sentences: sentencesOf(pair.content, NO_CHANGE_SENTENCE) }
        })
      await output.write(`data/annotations/${split}.json`, jsonList(entries))
    }
  },
  notices: () => [],
}

function differenceOf({ before, after }: { before: Raster; after: Raster }): Raster {
  const { width, height } = after
  return { width, height, data: after.data.map((value, index) => Math.abs(value - before.data[index])) }
}
