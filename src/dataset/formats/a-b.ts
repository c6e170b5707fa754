import { isSequenceReading } from '../../domain/sequence'
import { writePairFiles } from '../export/images'
import { allCaptions } from '../export/export-pair'
import type { WrittenPair } from '../export/export-pair'
import { commaLines, mapped, writePieces } from '../export/write-pieces'
import type { DatasetFormat, FormatWriter } from './format'
import { z } from 'zod'
import { discoverPairs } from '../discover'
import { isManifestReading, manifestReading } from '../reading'
import { mapOf } from '../../basics/map-of'
import { captionKeysOf } from './caption-keys'
import type { CaptionKeys } from './caption-keys'
import type { DiscoveredPair, DiscoveredReading } from '../reading'
import { DiscoverError } from '../scan-source'
import type { FormatReader, RawItem, ReadContext } from '../import/item'
import type { JsonText } from '../import/json-text'
import { regionsOfLabel } from '../import/masks'
import { ImportProblem } from '../import/problems'
import type { SourceLocation } from '../import/problems'
import { shown } from '../import/source'
import type { Source } from '../import/source'
import { message } from '../../messages/message'

/**
 * Three folders a split with one name for the images and the mask of a pair, as LEVIR-CD and most code for
 * change detection have them.
 */
const writer: FormatWriter = {
  description:
    'Plain folders: `SPLIT/A` holds the before images, `SPLIT/B` the after images and `SPLIT/label` the ' +
    'masks under the same name, PNG files of one channel, 255 where something changed in the after image ' +
    'and else 0. Regions are merged and their categories left behind. `captions.json` has every caption of ' +
    'a pair under its key, and an empty list where there is none; `pairs.jsonl` tells the files of each key.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: 'none', captions: 'all' },
  sentences: allCaptions,
  writePair(output, pair) {
    const pathIn = (side: string): string => `${pair.split}/${side}/${pair.nameInSplit}`
    return writePairFiles(output, pair, { before: pathIn('A'), after: pathIn('B'), mask: pathIn('label') })
  },
  async writeLists(output, written) {
    await writePieces(output, CAPTIONS_FILE, captionsJson(written))
  },
  notices: (pairs) => {
    const isMixed = pairs.some(
      ({ content }) => new Set(content.regions.map(({ category }) => category)).size > 1,
    )
    return isMixed ? [message('exports.changeOnly')] : []
  },
}

const CAPTIONS_FILE = 'captions.json'
const CAPTIONS_LIST = /^captions\.json(?:\.gz)?$/
const captionsSchema = mapOf(z.union([z.string().transform((one) => [one]), z.array(z.string())]))

/** Everything that the app opens as a folder of pairs, with its masks, and `captions.json` beside it. */
const reader: FormatReader = {
  fits: async (source) => (await readingOf(source)) !== null,
  async *read(context) {
    const { source, problems } = context
    const reading = await readingOf(source)
    if (reading === null) {
      throw new ImportProblem(message('imports.noPairs'))
    }
    for (const { path, reason, count } of reading.leftOut) {
      if (count === undefined) {
        problems.error(placeOf(path), reason)
      }
    }
    const captions = await readCaptions(context, reading)
    const used = new Set<string>()
    for (const [index, pair] of reading.pairs.entries()) {
      const location: SourceLocation = { file: pair.after, line: null }
      try {
        yield await itemOf(pair, location, captions, used, context)
      } catch (error) {
        problems.leaveOut(error, location, reading.pairs[index].key)
      }
    }
    for (const key of captions.byKey.keys()) {
      if (!used.has(key)) {
        const line = captions.json?.lineOf('', key) ?? null
        problems.warn({ file: CAPTIONS_FILE, line }, 'There are captions for a pair that is not there.', key)
      }
    }
  },
}

function* captionsJson(written: readonly WrittenPair[]): Generator<string> {
  yield '{\n'
  yield* commaLines(
    mapped(written, ({ pair }) => {
      const captions = pair.content.captions.map(({ text }) => text)
      return `${JSON.stringify(pair.item.key)}: ${JSON.stringify(captions)}`
    }),
  )
  yield '\n}\n'
}

export const abFolders: DatasetFormat = {
  name: 'a-b',
  title: 'A, B and label folders',
  summary: message('formats.abFolders'),
  recognisedBy: 'pair-folders',
  page: {
    text: 'Reads everything that the app opens as a folder of pairs, with `captions.json` by key.',
  },
  writer,
  reader,
}

async function readingOf(source: Source): Promise<DiscoveredReading | null> {
  try {
    const { readings } = await discoverPairs(source.root, source.imageFolder)
    const given = source.onlyFile
    const list = given === null || CAPTIONS_LIST.test(given) ? null : manifestReading(given)
    // masks with numbers as names are no dates of a place
    return readings.find(({ id }) => (list === null ? !isSequenceReading(id) : id === list)) ?? null
  } catch (error) {
    throw error instanceof DiscoverError ? new ImportProblem(`${error.message}.`) : error
  }
}

/** Left-out entries name a line of a list as `pairs.jsonl:3`. */
function placeOf(path: string): SourceLocation {
  const match = /^(.*\.(?:csv|jsonl)):(\d+)$/.exec(path)
  return match === null ? { file: path, line: null } : { file: match[1], line: Number(match[2]) }
}

interface Captions {
  json: JsonText | null
  byKey: Map<string, string[]>
  keys: CaptionKeys
}

async function readCaptions(
  { source, problems }: ReadContext,
  { id, pairs }: DiscoveredReading,
): Promise<Captions> {
  const none: Captions = { json: null, byKey: new Map(), keys: { known: new Map(), unclear: new Map() } }
  const file = await source.companion([CAPTIONS_FILE])
  if (file === null) {
    return none
  }
  try {
    const json = await source.json(file)
    const result = captionsSchema.safeParse(json.value)
    if (!result.success) {
      const [key] = result.error.issues[0].path
      const location = { file, line: typeof key === 'string' ? json.lineOf('', key) : 1 }
      throw new ImportProblem('It does not hold an object with a list of captions a key.', location)
    }
    for (const { key, line } of json.duplicateKeys()) {
      problems.error({ file, line }, 'The key stands here twice: only the last one counts.', key)
    }
    const byKey = result.data
    // the rows of a list have keys of their own
    const found = isManifestReading(id) ? pairs.filter(({ key }) => !byKey.has(key)) : pairs
    return { json, byKey, keys: captionKeysOf(found, [...byKey.keys()]) }
  } catch (error) {
    problems.leaveOut(error, { file, line: null }, null)
    return none
  }
}

/** The key of a row is that of its captions, also where the pair got another one. */
function listedKeyOf({ key, nameInList }: DiscoveredPair): string {
  return nameInList ?? key
}

async function itemOf(
  pair: DiscoveredPair,
  location: SourceLocation,
  captions: Captions,
  used: Set<string>,
  { source, problems }: ReadContext,
): Promise<RawItem> {
  const key = captions.keys.known.get(pair.key) ?? listedKeyOf(pair)
  const unclear = captions.keys.unclear.get(pair.key) ?? []
  for (const one of [key, ...unclear]) {
    used.add(one)
  }
  if (unclear.length > 0) {
    const names = unclear.map((one) => `"${shown(one)}"`).join(' and ')
    problems.warn(location, `Its captions are left out: ${names} have one file name.`, pair.key)
  }
  const label = pair.label === null ? null : await source.file(pair.label)
  return {
    location,
    key,
    split: pair.split,
    before: await source.file(pair.before),
    after: await source.file(pair.after),
    captions: captions.byKey.get(key) ?? pair.captions ?? (pair.caption === null ? [] : [pair.caption]),
    regions: regionsOfLabel.bind(null, label),
  }
}
