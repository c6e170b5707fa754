import { sentencesOf } from '../export/chosen-captions'
import { writePairFiles } from '../export/images'
import { SPLIT_NAMES } from '../export/assign-splits'
import type { SplitName } from '../export/assign-splits'
import { mapped, writeJsonList } from '../export/write-pieces'
import type { DatasetFormat, FormatWriter } from './format'
import type { WrittenPair } from '../export/export-pair'
import { z } from 'zod'
import { entriesOf, listsHaveKeys, listsOf } from '../import/captions-list'
import type { FormatReader } from '../import/item'
import { regionsOfLabel } from '../import/masks'
import { message } from '../../messages/message'

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
const writer: FormatWriter = {
  description:
    'Image-Editing-Request: `train.json`, `valid.json` and `test.json`, each a list of `img0` (before), ' +
    '`img1` (after), `sents` and `uid`. Images are named without their folder, as in the published files; ' +
    'they lie in `images/`: start the reader there, or put the folder in front of the names. `uid` is the ' +
    "pair's key. A pair has all its captions; the published set has one in train and three elsewhere. The " +
    'format has no masks; our own `masks/*.png` have one channel, 255 where something changed in the after ' +
    `image. A pair without change and without caption has the sentence "${NO_CHANGE_SENTENCE}".`,
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: 'none', captions: 'all' },
  sentences: (content) => sentencesOf(content, NO_CHANGE_SENTENCE),
  writePair: (output, pair) =>
    writePairFiles(output, pair, {
      before: `${IMAGE_ROOT}${pair.name}_0`,
      after: `${IMAGE_ROOT}${pair.name}_1`,
      mask: `masks/${pair.name}`,
    }),
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
      const ofSplit = written.filter(({ pair }) => pair.split === split)
      await writeJsonList(output, `${FILE_NAMES[split]}.json`, mapped(ofSplit, entryOf))
    }
  },
  notices: (pairs) => {
    const count = pairs.filter(({ content }) => content.captions.length === 0).length
    return count > 0 ? [message('exports.requests', { count, sentence: NO_CHANGE_SENTENCE })] : []
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

const LIST_FOLDERS = ['', 'dataset/adobe', 'adobe']
const IMAGE_FOLDERS = ['images', '', 'dataset/adobe/images', 'adobe/images']

const entrySchema = z.object({
  img0: z.string().min(1),
  img1: z.string().min(1),
  sents: z.array(z.string()),
  uid: z.union([z.string().min(1), z.int()]).transform(String),
})

/** Source: airsplay/VisualRelationships, dataset/adobe. */
const reader: FormatReader = {
  fits: (source) => listsHaveKeys(source, LIST_FOLDERS, ['img0', 'img1', 'sents', 'uid']),
  async *read({ source, problems }) {
    for (const { split, file } of await listsOf(source, LIST_FOLDERS, ['json'])) {
      const json = await source.json(file)
      for (const { entry, location } of entriesOf(json, file, entrySchema, problems)) {
        const { img0, img1, sents, uid } = entry
        try {
          const before = await source.image(img0, IMAGE_FOLDERS)
          const after = await source.image(img1, IMAGE_FOLDERS)
          const label = await source.maskOrNull(`${img1.replace(/_1\.[^.]*$/, '')}.png`, ['masks'])
          const regions = regionsOfLabel.bind(null, label)
          yield { location, key: uid, split, before, after, captions: sents, regions }
        } catch (error) {
          problems.leaveOut(error, location, uid)
        }
      }
    }
  },
}

export const imageEditingRequest: DatasetFormat = {
  name: 'image-editing-request',
  title: 'Image-Editing-Request',
  summary: message('formats.editingRequest'),
  recognisedBy: 'list-fields',
  page: {
    text: '`img0`, `img1`, `sents`, `uid`; images beside the lists or in `images/`.',
  },
  writer,
  reader,
}
