import { CAPTION_LANGUAGE_NAMES } from '../../contract/project'
import type { CaptionLanguage } from '../../contract/project'
import type { ExportReport } from '../../contract/work'
import type { Source } from '../../domain/document'
import { mappingInWords } from '../../domain/value-mapping'
import type { ValueMapping } from '../../domain/value-mapping'
import { asCode, asMarkdown } from '../../text/markdown'
import type { DatasetFormat } from '../formats/format'
import type { PlannedPair } from './export-pair'
import { SPLIT_NAMES } from './assign-splits'
import { englishOf } from '../../messages/message'

/** Where annotations came from, counted. */
type Origins = Map<string, number>

interface CardFacts {
  report: Omit<ExportReport, 'out'>
  format: DatasetFormat
  pairs: readonly PlannedPair[]
  convertedImages: number
  project: ProjectFacts
}

interface ProjectFacts {
  licence: string | null
  /** Empty where the project has none. */
  changeDefinition: string
  captionLanguage: CaptionLanguage
  /** Of images that were decoded. */
  mapping: ValueMapping
}

const LISTED =
  '`pairs.jsonl` lists every pair with its key, split, images, mask, captions as they were typed, review state ' +
  'and proposer; Deltascribe opens this folder by it.'

const SPLITS =
  'A split that the source gave is kept. Where it gave none, pairs that the project holds out of training are test, ' +
  'pairs that it trained on are train or val, and a pair of an earlier export keeps the split that it had there. ' +
  'Other pairs of the same group get the split of these: test before val before train, where there are several. ' +
  'Groups without one go by a hash, 80 % train, 10 % val, 10 % test. Pairs ' +
  'that share an image are one group, and so are DICOM files of one folder, where there are several folders; so ' +
  'are the frames of a sequence where the names of the project tell of at least five sequences. Where the source gave no split and val or test would be empty, a small group moves there.'

/** The data card, README.md of an export. It carries no date: the same pairs give the same bytes. */
export function dataCard(facts: CardFacts): string {
  const { report, format, pairs, convertedImages, project } = facts
  const { licence } = project
  const regions = pairs.flatMap(({ item, content }) =>
    content.regions.map(({ source }) => originOf(source, item.document.review.state)),
  )
  const captions = pairs.flatMap(({ item, content }) =>
    content.captions.map(({ source }) => originOf(source, item.document.review.state)),
  )
  const proposers = pairs.map(({ item }) =>
    item.proposedBy === null ? 'none' : `${item.proposedBy.proposer} ${item.proposedBy.version}`,
  )
  const states = pairs.map(({ item }) => item.document.review.state)
  const splits = SPLIT_NAMES.filter((split) => report.splits[split] !== undefined)
  const front = format.writer.frontMatter?.(splits) ?? []
  return [
    ...(front.length === 0 ? [] : [['---', ...front, '---'].join('\n')]),
    `# Image pairs as ${format.title}`,
    'Written by Deltascribe: image pairs with masks and captions of what changed from before to after.',
    format.writer.description,
    ...(format.writer.isPacked === true ? [] : [LISTED]),
    'The SHA-256 of every file is in `manifest.sha256`; `sha256sum --check manifest.sha256` compares.',
    ...projectFacts(project),
    '## Counts',
    table('What', [
      ['pairs', report.pairCount],
      ['regions', report.regionCount],
      ['captions', report.captionCount],
      ...Object.entries(report.splits).map(([split, count]): [string, number] => [
        `pairs in ${split}`,
        count,
      ]),
      ['pairs left out', report.leftOut.length],
      ['images converted to PNG (all others are byte for byte the source)', convertedImages],
    ]),
    ...report.notices.map(englishOf),
    ...(report.unsupportedFields.length === 0
      ? []
      : ['Not kept in this format:', bullets(report.unsupportedFields.map(englishOf))]),
    `Licence: ${licence === null ? 'not stated. Ask whoever made the images and the annotations' : asMarkdown(licence)}.`,
    '## Splits',
    SPLITS,
    '## Where the annotations come from',
    table('Review state of the pair', [...count(states)]),
    table('Regions', [...count(regions)]),
    table('Captions', [...count(captions)]),
    table('Proposed by', [...count(proposers)]),
    'Regions that the reviewer rejected are not in this folder.',
    '## Left out',
    report.leftOut.length === 0
      ? 'No pair.'
      : bullets(report.leftOut.map(({ key, reason }) => `${asCode(key)}: ${asMarkdown(englishOf(reason))}`)),
  ]
    .join('\n\n')
    .concat('\n')
}

function projectFacts({ changeDefinition, captionLanguage, mapping }: ProjectFacts): string[] {
  const language = CAPTION_LANGUAGE_NAMES[captionLanguage]
  return [
    ...(captionLanguage === 'en' ? [] : [`Caption language of the project: ${language}.`]),
    ...(mappingInWords(mapping) === null
      ? []
      : [
          `Values of the images in the project: ${mappingInWords(mapping) ?? ''}. Images that were converted to PNG show ` +
            'them so; images that are byte for byte the source have all of their values.',
        ]),
    ...(changeDefinition === '' ? [] : ['## What counts as change', asMarkdown(changeDefinition)]),
  ]
}

function originOf(source: Source, state: string): string {
  switch (source.kind) {
    case 'person':
      return 'made by a person'
    case 'imported':
      return 'read from a file beside the images'
    case 'model':
      if (source.host !== undefined) {
        return `said by the model ${source.model}, asked over the caption connector`
      }
      return "said by a model about a person's mask or caption"
    case 'proposal':
      return state === 'corrected' ? 'proposed, in a pair that a person corrected' : 'accepted as proposed'
  }
}

function count(values: readonly string[]): Origins {
  const counts: Origins = new Map()
  for (const value of [...values].sort()) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

function table(head: string, rows: readonly [string, number][]): string {
  const lines = rows.map(([name, number]) => `| ${asMarkdown(name)} | ${number} |`)
  return [`| ${head} | |`, '|---|---:|', ...lines].join('\n')
}
