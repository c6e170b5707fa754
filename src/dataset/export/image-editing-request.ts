import { sentencesOf } from './content'
import { accountOf, loadImages } from './images'
import { encodeMask } from './helper'
import { SPLIT_NAMES } from './split'
import type { SplitName } from './split'
import { jsonList } from './format'
import type { Format } from './format'
import type { WrittenPair } from './planned-pair'

/** The one that reaches this form when Spot-the-Diff is converted to it. */
const NO_CHANGE_SENTENCE = 'there are no differences'

const FILE_NAMES: Record<SplitName, string> = { train: 'train', val: 'valid', test: 'test' }

/** Entries name images from here. */
const IMAGE_ROOT = 'images/'

/**
 * Image-Editing-Request: a list of `img0`, `img1`, `sents` and `uid` a split, the second one called
 * `valid`. Source: airsplay/VisualRelationships, dataset/adobe/valid.json, and src/data.py, which makes one
 * sample of each sentence and opens `img0` and `img1` as they stand, as PNG or JPEG.
 */
export const imageEditingRequest: Format = {
  description:
    'Image-Editing-Request: `train.json`, `valid.json` and `test.json`, each a list of `img0` (before), ' +
    '`img1` (after), `sents` and `uid`. Images are named without their folder, as in the published files; ' +
    'they lie in `images/`: start the reader there, or put the folder in front of the names. `uid` is the ' +
    "pair's key. A pair has all its captions; the published set has one in train and three elsewhere. The " +
    'format has no masks; our own `masks/*.png` have one channel, 255 where something changed in the after ' +
    `image. A pair without change and without caption has the sentence "${NO_CHANGE_SENTENCE}".`,
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
  sentences: (content) => sentencesOf(content, NO_CHANGE_SENTENCE),
  async writePair(output, pair) {
    const images = await loadImages(pair.item, 'any')
    const before = `${IMAGE_ROOT}${pair.name}_0.${images.before.extension}`
    const after = `${IMAGE_ROOT}${pair.name}_1.${images.after.extension}`
    const label = `masks/${pair.name}.png`
    const mask = await encodeMask(output.helper, pair)
    await output.image(before, images.before)
    await output.image(after, images.after)
    await output.write(label, mask)
    return { pair, before, after, label, ...accountOf(images) }
  },
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
      const entries = written.filter(({ pair }) => pair.split === split).map(entryOf)
      await output.write(`${FILE_NAMES[split]}.json`, jsonList(entries))
    }
  },
  notices: (pairs) => {
    const count = pairs.filter(({ content }) => content.captions.length === 0).length
    return count > 0
      ? [`Pairs without change and without caption: ${count}. Their request is "${NO_CHANGE_SENTENCE}".`]
      : []
  },
}

function entryOf({ pair, before, after }: WrittenPair): object {
  return {
    img0: before.slice(IMAGE_ROOT.length),
    img1: after.slice(IMAGE_ROOT.length),
    sents: sentencesOf(pair.content, NO_CHANGE_SENTENCE),
    uid: pair.item.key,
  }
}
