import type { Region } from '../../../domain/document'
import { boundingBox } from '../../../mask/measures'
import { rleToPolygons } from '../../../mask/polygons'
import { decodeCounts, rleArea } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import type { MaskStyle } from '../../../contract/export-choices'
import { statusFields } from '../../pair-record'
import { sequenceFields } from '../../sequence-fields'
import { writeInImages } from '../../export/images'
import { commaLines, mapped, writePieces } from '../../export/write-pieces'
import { SPLIT_NAMES } from '../../export/assign-splits'
import type { SplitName } from '../../export/assign-splits'
import { allCaptions } from '../../export/export-pair'
import { cocoReader } from './reader'
import { ALL_FIELDS } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import type { WrittenPair } from '../../export/export-pair'
import { message } from '../../../messages/message'

/**
 * COCO: one image entry a pair, the after image; masks as compressed run-length text in column order. Our
 * own fields: `pair_id`, `before_file_name`, `before_segmentation`, `score`, `origin`.
 * Source: cocodataset/cocoapi, PythonAPI/pycocotools/mask.py.
 */
const writer: FormatWriter = {
  description:
    'COCO: `images/{before,after}`, `annotations/instances_SPLIT.json` and ' +
    '`annotations/captions_SPLIT.json`. An image entry stands for a pair: `file_name` is the after image, ' +
    'below `images/`, and our own fields `pair_id`, `before_file_name`, `review_state` and `proposed_by` tell ' +
    'the rest; for a pair of a sequence `sequence`, `position`, `before_date` and `after_date` too. Annotations have run-length masks of the whole after image in column order, compressed unless ' +
    'the export was told otherwise, `iscrowd` 0, and our own fields `score`, `origin`, for a region that is still proposed `status`, and, where the thing was ' +
    'elsewhere before, `before_segmentation`. Polygons go along the edges of pixels and around holes by a seam ' +
    'that is walked twice: pycocotools fills them to the same pixels. A region without a pixel in the after ' +
    'image has area 0, and no polygon.',
  supports: ALL_FIELDS,
  sentences: allCaptions,
  writePair: (output, pair) => writeInImages(output, pair),
  async writeLists(output, written, { masks }) {
    const segmentation = segmentations[masks ?? 'rle']
    const categories = categoriesOf(written)
    for (const split of SPLIT_NAMES) {
      const chosen = written.filter(({ pair }) => pair.split === split)
      if (chosen.length > 0) {
        const listed = instances(split, chosen, categories, segmentation)
        await writePieces(output, `annotations/instances_${split}.json`, listed)
        await writePieces(output, `annotations/captions_${split}.json`, captions(split, chosen))
      }
    }
  },
  notices: () => [],
}

export const coco: DatasetFormat = {
  name: 'coco',
  title: 'COCO',
  summary: message('formats.coco'),
  recognisedBy: 'layout',
  page: {
    text:
      'A pair is one image entry, the after image, with our own fields `pair_id`, `before_file_name`, ' +
      '`review_state`, `proposed_by`; annotations have our own `before_segmentation`, `score`, `origin`, `status`. An entry ' +
      'without `before_file_name` is no pair. `--masks` chooses compressed run lengths (`rle`), run lengths as ' +
      'numbers (`rle-numbers`) or `polygons`. Polygons follow the edges of pixels; a seam, traced twice, joins a ' +
      'hole to the polygon around it, so that pycocotools, which fills each polygon by the even-odd rule, gets the ' +
      'same pixels. All three are read, and boxes where there is no segmentation. Polygons of others are filled as ' +
      'pycocotools fills them.',
  },
  writer,
  reader: cocoReader,
}

type Segmentation = (mask: Rle) => unknown

const segmentations: Record<MaskStyle, Segmentation> = {
  rle: (mask) => mask,
  'rle-numbers': ({ size, counts }) => ({ size, counts: [...decodeCounts(counts)] }),
  polygons: rleToPolygons,
}

/** Entries name images from here. */
const IMAGE_ROOT = 'images/'

function categoriesOf(entries: readonly WrittenPair[]): Map<string, number> {
  const names = new Set(entries.flatMap(({ pair }) => pair.content.regions.map(({ category }) => category)))
  return new Map([...names].sort().map((name, index) => [name, index + 1]))
}

function imageEntries(entries: readonly WrittenPair[]): Iterable<object> {
  return mapped(entries, ({ pair, before, after }) => ({
    id: pair.number,
    file_name: after.slice(IMAGE_ROOT.length),
    width: pair.item.width,
    height: pair.item.height,
    pair_id: pair.item.key,
    before_file_name: before.slice(IMAGE_ROOT.length),
    review_state: pair.item.document.review.state,
    proposed_by: pair.item.proposedBy,
    ...sequenceFields(pair.item.sequence),
  }))
}

function instances(
  split: SplitName,
  entries: readonly WrittenPair[],
  categories: ReadonlyMap<string, number>,
  segmentation: Segmentation,
): Iterable<string> {
  return document(split, {
    images: imageEntries(entries),
    categories: [...categories].map(([name, categoryId]) => ({
      id: categoryId,
      name,
      supercategory: 'change',
    })),
    annotations: annotations(entries, categories, segmentation),
  })
}

function* annotations(
  entries: readonly WrittenPair[],
  categories: ReadonlyMap<string, number>,
  segmentation: Segmentation,
): Generator<object> {
  let id = 0
  for (const { pair } of entries) {
    for (const region of pair.content.regions) {
      id += 1
      yield annotation(id, pair.number, region, categories.get(region.category) ?? 0, segmentation)
    }
  }
}

function annotation(
  id: number,
  imageId: number,
  region: Region,
  categoryId: number,
  segmentation: Segmentation,
): object {
  return {
    id,
    image_id: imageId,
    category_id: categoryId,
    iscrowd: 0,
    area: rleArea(region.mask),
    bbox: boundingBox(region.mask),
    segmentation: segmentation(region.mask),
    ...(region.beforeMask === null ? {} : { before_segmentation: segmentation(region.beforeMask) }),
    ...(region.score === null ? {} : { score: region.score }),
    origin: region.source.kind,
    ...statusFields(region),
  }
}

function captions(split: SplitName, entries: readonly WrittenPair[]): Iterable<string> {
  return document(split, { images: imageEntries(entries), annotations: captionEntries(entries) })
}

function* captionEntries(entries: readonly WrittenPair[]): Generator<object> {
  let id = 0
  for (const { pair } of entries) {
    for (const { text, source } of pair.content.captions) {
      id += 1
      yield { id, image_id: pair.number, caption: text, origin: source.kind }
    }
  }
}

/** One entry a line, so that the files can be compared by eye. */
function* document(split: SplitName, lists: Record<string, Iterable<object>>): Generator<string> {
  const info = JSON.stringify({ description: `image pairs, ${split}`, version: '1.0' })
  yield `{"info": ${info},\n"licenses": []`
  for (const [name, entries] of Object.entries(lists)) {
    yield `,\n"${name}": [\n`
    yield* commaLines(mapped(entries, (entry) => JSON.stringify(entry)))
    yield '\n]'
  }
  yield '}\n'
}
