import type { Region } from '../../domain/region'
import { boundingBox } from '../../mask/geometry'
import { rleArea } from '../../mask/rle'
import { countConverted, loadImages } from './images'
import { splitNames } from './split'
import type { SplitName } from './split'
import { writeBelow } from './format'
import type { Format, WrittenPair } from './format'

/**
 * COCO: one image entry a pair, the after image; masks as compressed run-length text in column order. Our
 * own fields: `pair_id`, `before_file_name`, `before_segmentation`, `score`, `origin`.
 * Source: cocodataset/cocoapi, PythonAPI/pycocotools/mask.py.
 */
export const coco: Format = {
  description:
    'COCO: `images/{before,after}`, `annotations/instances_SPLIT.json` and ' +
    '`annotations/captions_SPLIT.json`. An image entry stands for a pair: `file_name` is the after image, ' +
    'below `images/`, and our own fields `pair_id` and `before_file_name` tell the rest. Annotations have ' +
    'compressed run-length masks of the whole after image in column order, `iscrowd` 0, and our own fields ' +
    '`score`, `origin` and, where the thing was elsewhere before, `before_segmentation`. A region without a ' +
    'pixel in the after image has area 0.',
  countCaptions: ({ content }) => content.captions.length,
  async writePair(folder, pair) {
    const images = await loadImages(pair.item, 'any')
    const before = `images/before/${pair.name}.${images.before.extension}`
    const after = `images/after/${pair.name}.${images.after.extension}`
    await writeBelow(folder, before, images.before.bytes)
    await writeBelow(folder, after, images.after.bytes)
    return { pair, before, after, label: null, convertedImages: countConverted(images) }
  },
  async writeLists(folder, written) {
    const categories = categoriesOf(written)
    for (const split of splitNames) {
      const chosen = written.filter(({ pair }) => pair.split === split)
      if (chosen.length > 0) {
        await writeBelow(folder, `annotations/instances_${split}.json`, instances(split, chosen, categories))
        await writeBelow(folder, `annotations/captions_${split}.json`, captions(split, chosen))
      }
    }
  },
  notices: () => [],
}

/** Entries name images from here. */
const imageRoot = 'images/'

function categoriesOf(entries: readonly WrittenPair[]): Map<string, number> {
  const names = new Set(entries.flatMap(({ pair }) => pair.content.regions.map(({ category }) => category)))
  return new Map([...names].sort().map((name, index) => [name, index + 1]))
}

function imageEntries(entries: readonly WrittenPair[]): object[] {
  return entries.map(({ pair, before, after }) => ({
    id: pair.number,
    file_name: after.slice(imageRoot.length),
    width: pair.item.width,
    height: pair.item.height,
    pair_id: pair.item.key,
    before_file_name: before.slice(imageRoot.length),
  }))
}

function instances(
  split: SplitName,
  entries: readonly WrittenPair[],
  categories: ReadonlyMap<string, number>,
): string {
  let id = 0
  const annotations = entries.flatMap(({ pair }) =>
    pair.content.regions.map((region) => {
      id += 1
      return annotation(id, pair.number, region, categories.get(region.category) ?? 0)
    }),
  )
  return document(split, {
    images: imageEntries(entries),
    categories: [...categories].map(([name, categoryId]) => ({
      id: categoryId,
      name,
      supercategory: 'change',
    })),
    annotations,
  })
}

function annotation(id: number, imageId: number, region: Region, categoryId: number): object {
  return {
    id,
    image_id: imageId,
    category_id: categoryId,
    iscrowd: 0,
    area: rleArea(region.mask),
    bbox: boundingBox(region.mask),
    segmentation: region.mask,
    ...(region.beforeMask === null ? {} : { before_segmentation: region.beforeMask }),
    ...(region.score === null ? {} : { score: region.score }),
    origin: region.source.kind,
  }
}

function captions(split: SplitName, entries: readonly WrittenPair[]): string {
  let id = 0
  const annotations = entries.flatMap(({ pair }) =>
    pair.content.captions.map(({ text }) => {
      id += 1
      return { id, image_id: pair.number, caption: text }
    }),
  )
  return document(split, { images: imageEntries(entries), annotations })
}

/** One entry a line, so that the files can be compared by eye. */
function document(split: SplitName, lists: Record<string, object[]>): string {
  const parts = Object.entries(lists).map(
    ([name, entries]) => `"${name}": [\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`,
  )
  const info = JSON.stringify({ description: `image pairs, ${split}`, version: '1.0' })
  return `{"info": ${info},\n"licenses": [],\n${parts.join(',\n')}}\n`
}
