import type { Region } from '../../../domain/document'
import { encodeBrush } from '../../../mask/label-studio-rle'
import { decodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { allCaptions } from '../../export/export-pair'
import { writeInImages } from '../../export/images'
import { mapped, writeJsonList } from '../../export/write-pieces'
import { ALL_FIELDS } from '../format'
import { CONFIG_FILE } from './image-tags'
import { labelStudioReader } from './reader'
import type { DatasetFormat, FormatWriter } from '../format'
import type { WrittenPair } from '../../export/export-pair'
import { recordOf, statusFields } from '../../pair-record'
import { message } from '../../../messages/message'

/** Names of the controls in the labelling configuration. */
const CONTROLS = { after: 'change', before: 'change-before', captions: 'captions' } as const

/**
 * Label Studio: a list of tasks with their results, brush masks and a text area, and the labelling
 * configuration that shows them. Source: labelstud.io/guide/task_format.html.
 */
const writer: FormatWriter = {
  description:
    'Label Studio: `tasks.json`, a list of tasks with one annotation each, and `label-config.xml`, the ' +
    'labelling interface for it. Images are named as local files, `/data/local-files/?d=images/...`: serve ' +
    'this folder with LABEL_STUDIO_LOCAL_FILES_SERVING_ENABLED=true and ' +
    'LABEL_STUDIO_LOCAL_FILES_DOCUMENT_ROOT set to it. A region is a brush mask of the after image, and a ' +
    'second one with its id as `parentID` of the before image where the thing was elsewhere before. Captions ' +
    'are one text area. Our own fields in `data` and `meta` tell key, split, review state and origins.',
  supports: ALL_FIELDS,
  sentences: allCaptions,
  writePair: (output, pair) => writeInImages(output, pair),
  async writeLists(output, written) {
    await writeJsonList(output, 'tasks.json', mapped(written, taskOf))
    const names = written.flatMap(({ pair }) => pair.content.regions.map(({ category }) => category))
    await output.write(CONFIG_FILE, configOf([...new Set([...names, 'change'])].sort()))
  },
  notices: () => [],
}

export const labelStudio: DatasetFormat = {
  name: 'label-studio',
  title: 'Label Studio',
  summary: message('formats.labelStudio'),
  recognisedBy: 'list-fields',
  page: {
    text:
      'Brush masks in its own packing, and captions as a text area; `label-config.xml` is the labelling interface. ' +
      'Polygons, rectangles and ellipses are read as well, also turned ones; other shapes are passed over with a ' +
      'warning. Of several annotations of a task one is read: the ground truth, else the one that was changed last; of ' +
      'several labels of a shape the first. A task that was skipped, or that nobody has annotated, is an unreviewed ' +
      'pair. Whether a result lies on the before or the after image is told by the `Image` tags of a ' +
      '`label-config.xml` beside the tasks, else by the word in the name of the tag; where neither tells, the pair is ' +
      'left out. Images are local files or plain paths; nothing is fetched from the network.',
  },
  writer,
  reader: labelStudioReader,
}

function taskOf({ pair, before, after }: WrittenPair): object {
  const { key, split, width, height, caption_origins, state, proposed_by } = recordOf(pair)
  const size = { original_width: width, original_height: height, image_rotation: 0 }
  const result = [
    ...pair.content.regions.flatMap((region, index) => regionResults(region, `region-${index + 1}`, size)),
    {
      id: 'captions',
      type: 'textarea',
      from_name: CONTROLS.captions,
      to_name: 'after',
      value: { text: allCaptions(pair.content) },
    },
  ]
  return {
    id: pair.number,
    data: {
      before: localFile(before),
      after: localFile(after),
      key,
      split,
      width,
      height,
      caption_origins,
      state,
      proposed_by,
    },
    annotations: [{ id: pair.number, was_cancelled: false, result }],
  }
}

function localFile(path: string): string {
  return `/data/local-files/?d=${path.split('/').map(encodeURIComponent).join('/')}`
}

function regionResults(region: Region, id: string, size: object): object[] {
  const { category, mask, beforeMask, score, source } = region
  const brush = (of: Rle): object => {
    return { format: 'rle', rle: encodeBrush(decodeRle(of)), brushlabels: [category] }
  }
  const result = {
    id,
    type: 'brushlabels',
    from_name: CONTROLS.after,
    to_name: 'after',
    ...size,
    ...(score === null ? {} : { score }),
    meta: { origin: source.kind, ...statusFields(region) },
    value: brush(mask),
  }
  return beforeMask === null
    ? [result]
    : [
        result,
        {
          id: `${id}-before`,
          parentID: id,
          type: 'brushlabels',
          from_name: CONTROLS.before,
          to_name: 'before',
          ...size,
          value: brush(beforeMask),
        },
      ]
}

function configOf(categories: readonly string[]): string {
  const labels = categories.map((name) => `    <Label value="${escaped(name)}"/>\n`).join('')
  return [
    '<View>\n  <View style="display: grid; grid-template-columns: 1fr 1fr">\n',
    '    <Image name="before" value="$before" zoom="true"/>\n',
    '    <Image name="after" value="$after" zoom="true"/>\n  </View>\n',
    `  <BrushLabels name="${CONTROLS.before}" toName="before">\n${labels}  </BrushLabels>\n`,
    `  <BrushLabels name="${CONTROLS.after}" toName="after">\n${labels}  </BrushLabels>\n`,
    `  <TextArea name="${CONTROLS.captions}" toName="after" editable="true" maxSubmissions="100"/>\n`,
    '</View>\n',
  ].join('')
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character])
}
