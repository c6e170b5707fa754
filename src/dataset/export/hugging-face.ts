import { allCaptions } from './content'
import { accountOf, loadImages } from './images'
import { encodeMask } from './helper'
import { SPLIT_NAMES } from './split'
import type { SplitName } from './split'
import type { Format } from './format'
import type { WrittenPair } from './planned-pair'
import { recordOf } from './record'

/** What `datasets` calls them. */
export const HUGGING_FACE_SPLITS: Record<SplitName, string> = {
  train: 'train',
  val: 'validation',
  test: 'test',
}

/**
 * An image folder: a folder a split with `metadata.jsonl`, as metadata at the root is not found by all
 * versions. Source: huggingface/datasets, docs/source/image_dataset.mdx; huggingface/datasets#6442.
 */
export const huggingFace: Format = {
  description:
    'Hugging Face image folder: `train`, `validation` and `test`, each with `metadata.jsonl`, one line a ' +
    'pair. `file_name` is the after image, `before_file_name` the before image and `mask_file_name` the mask, ' +
    'a PNG of one channel, 255 where something changed in the after image. `captions` has every caption. ' +
    '`regions` has a category, a box, compressed COCO run lengths in the after image and, where the thing ' +
    'was elsewhere before, in the before image; `width`, `height`, `state`, `caption_origins` and ' +
    '`proposed_by` tell the rest. `load_dataset("imagefolder", data_dir=...)` gives the columns `image`, ' +
    '`before` and `mask`. Versions of `datasets` that know one image a row stop at the others: export to ' +
    'parquet for them.',
  supports: { masks: 'regions', categories: 'all', beforeMasks: 'masks', details: true, captions: 'all' },
  frontMatter: (splits) => [
    'configs:',
    '- config_name: default',
    '  data_files:',
    ...splits.flatMap((split) => [
      `  - split: ${HUGGING_FACE_SPLITS[split]}`,
      `    path: ${HUGGING_FACE_SPLITS[split]}/**`,
    ]),
  ],
  sentences: allCaptions,
  async writePair(output, pair) {
    const images = await loadImages(pair.item, 'any')
    const folder = HUGGING_FACE_SPLITS[pair.split]
    const before = `${folder}/before/${pair.nameInSplit}.${images.before.extension}`
    const after = `${folder}/after/${pair.nameInSplit}.${images.after.extension}`
    const label = `${folder}/mask/${pair.nameInSplit}.png`
    const mask = await encodeMask(output.helper, pair)
    await output.image(before, images.before)
    await output.image(after, images.after)
    await output.write(label, mask)
    return { pair, before, after, label, ...accountOf(images) }
  },
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
      const rows = written.filter(({ pair }) => pair.split === split).map(rowOf)
      if (rows.length > 0) {
        const path = `${HUGGING_FACE_SPLITS[split]}/metadata.jsonl`
        await output.write(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      }
    }
  },
  notices: () => [],
}

function within(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}

/** File names start at the split's folder. */
function rowOf({ pair, before, after, label }: WrittenPair): object {
  return {
    file_name: within(after),
    before_file_name: within(before),
    mask_file_name: within(label!),
    ...recordOf(pair),
  }
}
