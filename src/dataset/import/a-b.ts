import { z } from 'zod'
import { discoverPairs } from '../discover'
import { safeName } from '../export/split'
import type { DiscoveredPair, DiscoveredReading } from '../reading'
import { DiscoverError } from '../scan'
import type { ImportFormat, RawItem, ReadContext } from './item'
import type { JsonText } from './json-text'
import { regionsOfLabel } from './masks'
import { ImportProblem } from './problems'
import type { SourceLocation } from './problems'
import type { Source } from './source'

const CAPTIONS_FILE = 'captions.json'
const captionsSchema = z.record(
  z.string(),
  z.union([z.string().transform((one) => [one]), z.array(z.string())]),
)

/** Everything that the app opens as a folder of pairs, with its masks, and `captions.json` beside it. */
export const abFolders: ImportFormat = {
  fits: async (source) => (await readingOf(source)) !== null,
  async *read(context) {
    const { source, problems } = context
    const reading = await readingOf(source)
    if (reading === null) {
      throw new ImportProblem(
        'No image pairs were found: the user guide lists the layouts that are recognised.',
      )
    }
    for (const { path, reason, count } of reading.leftOut) {
      if (count === undefined) {
        problems.error(placeOf(path), reason)
      }
    }
    const captions = await readCaptions(context)
    const used = new Set<string>()
    for (const [index, pair] of reading.pairs.entries()) {
      const location: SourceLocation = { file: pair.after, line: null }
      try {
        yield await itemOf(pair, location, captions, used, source)
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

async function readingOf(source: Source): Promise<DiscoveredReading | null> {
  try {
    return (await discoverPairs(source.root, source.imageFolder)).readings.at(0) ?? null
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
  /** From the name of a file to the key. */
  keyOfName: Map<string, string>
}

async function readCaptions({ source, problems }: ReadContext): Promise<Captions> {
  const none: Captions = { json: null, byKey: new Map(), keyOfName: new Map() }
  const file = await source.firstOf([CAPTIONS_FILE])
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
    const byKey = new Map(Object.entries(result.data))
    return { json, byKey, keyOfName: new Map([...byKey.keys()].map((key) => [safeName(key), key])) }
  } catch (error) {
    problems.leaveOut(error, { file, line: null }, null)
    return none
  }
}

async function itemOf(
  pair: DiscoveredPair,
  location: SourceLocation,
  captions: Captions,
  used: Set<string>,
  source: Source,
): Promise<RawItem> {
  const name = pair.split === null ? pair.key : pair.key.replace(`${pair.split}/`, '')
  const key = captions.byKey.has(pair.key) ? pair.key : (captions.keyOfName.get(name) ?? pair.key)
  used.add(key)
  const label = pair.label === null ? null : await source.file(pair.label)
  return {
    location,
    key,
    split: pair.split,
    before: await source.file(pair.before),
    after: await source.file(pair.after),
    captions: captions.byKey.get(key) ?? (pair.caption === null ? [] : [pair.caption]),
    regions: regionsOfLabel.bind(null, label),
  }
}
