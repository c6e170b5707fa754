import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Entry } from 'tar-stream'
import { z } from 'zod'
import { pairRecordSchema } from '../../pair-record'
import type { PairRecord } from '../../pair-record'
import { messageOf } from '../../../contract/errors'
import { splitOf } from '../../split-names'
import { TarHeaders } from '../../tar-headers'
import { whyNot } from '../../import/captions-list'
import type { FormatReader, RawItem, ReadContext } from '../../import/item'
import { JsonError, ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import { JsonText } from '../../import/json-text'
import { shown } from '../../import/source'
import type { SourceFile, Source } from '../../import/source'
import { captionsIn, itemOfRecord } from '../record-item'

const SHARD_NAME = /\.tar(?:\.gz)?$|\.tgz$/i
/** Images go to the disk as they come, texts are held in memory. */
const [MAX_MEMBER_BYTES, MAX_TEXT_BYTES] = [2 ** 30, 64 * 2 ** 20]

/** Names of a sample's files after the first dot, without the extension of images. */
const PARTS = {
  before: ['before', 'input', 'image1', 'a'],
  after: ['after', 'decoded', 'image2', 'b'],
  mask: ['mask', 'label', 'seg'],
} as const
type Part = keyof typeof PARTS

/** The files of one sample, in their order. */
interface Sample {
  /** In its shard. */
  name: string
  key: string
  location: SourceLocation
  files: Partial<Record<Part, SourceFile>>
  texts: { json?: string; txt?: string }
  problem: ImportProblem | null
}

/** Tar files. Names inside them are never used to write files. Source: webdataset's documentation. */
export const webDatasetReader: FormatReader = {
  fits: async (source) => (await shardsOf(source)).length > 0,
  async *read(context) {
    const taken = new Set<string>()
    for (const shard of await shardsOf(context.source)) {
      yield* readShard(shard, taken, context)
    }
  },
}

async function shardsOf(source: Source): Promise<string[]> {
  const names = (await source.list('')).filter((name) => SHARD_NAME.test(name))
  return source.onlyFile === null ? names : names.filter((name) => name === source.onlyFile)
}

/** @param taken keys of earlier shards: a name needs to be unique in its own shard alone */
async function* readShard(shard: string, taken: Set<string>, context: ReadContext): AsyncGenerator<RawItem> {
  const { problems, source } = context
  const split = splitOf(/^[a-z]+/i.exec(shard)?.[0] ?? '')
  const keyOf = (name: string): string => (split === null ? name : `${split}/${name}`)
  const seen = new Set<string>()
  let sample: Sample | null = null
  try {
    source.reading.begin(shard)
    for await (const entry of entriesOf((await source.file(shard)).absolute, shard)) {
      // a folder that was packed as it is
      const name = entry.header.name.replace(/^(?:\.\/)+/, '')
      const location = { file: `${shard}/${shown(name)}`, line: null }
      const reason = whyPassedOver(entry)
      if (reason !== null) {
        if (entry.header.type !== 'directory') {
          problems.error(location, reason)
        }
        entry.resume()
        continue
      }
      const dot = basename(name).indexOf('.')
      const stem = name.slice(0, name.length - basename(name).length + dot)
      if (sample !== null && sample.name !== stem) {
        yield* finish(sample, split, context)
        sample = null
      }
      if (sample === null) {
        const key = keyOf(taken.has(keyOf(stem)) ? `${shard.replace(SHARD_NAME, '')}/${stem}` : stem)
        sample = { name: stem, key, location, files: {}, texts: {}, problem: null }
        if (seen.has(stem)) {
          sample.problem = new ImportProblem(
            `There was a sample ${shown(stem)} before: readers take files that are no neighbours for two samples.`,
          )
        }
        seen.add(stem)
      }
      await take(entry, name.slice(stem.length + 1).toLowerCase(), sample, context)
    }
    if (sample !== null) {
      yield* finish(sample, split, context)
    }
  } catch (error) {
    const problem =
      error instanceof ImportProblem
        ? error
        : new ImportProblem(`${shard} is damaged or no tar file: ${damageInWords(error)}.`)
    problems.leaveOut(problem, { file: shard, line: null }, sample?.name ?? null)
  } finally {
    seen.forEach((name) => taken.add(keyOf(name)))
  }
}

/** A member that ends with the file is destroyed while it is read, which says nothing of the reason. */
function damageInWords(error: unknown): string {
  return messageOf(error).replace('Stream was destroyed', 'it ends before its last member does')
}

async function* entriesOf(path: string, shard: string): AsyncGenerator<Entry> {
  const raw = createReadStream(path)
  const tar = extract()
  const unpacked = /gz$/i.test(shard) ? [createGunzip()] : []
  pipeline([raw, ...unpacked, new TarHeaders(), tar], (error) => {
    if (error != null) {
      tar.destroy(error)
    }
  })
  try {
    for await (const entry of tar) {
      yield entry
    }
  } finally {
    raw.destroy()
  }
}

function whyPassedOver({ header }: Entry): string | null {
  const { type, name, size } = header
  if (type === 'symlink' || type === 'link') {
    return 'It is a link, and links in archives are not followed.'
  }
  if (type !== 'file' && type !== 'contiguous-file') {
    return `It is a ${String(type)} and no file.`
  }
  if (name.startsWith('/') || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name) || /^[a-z]:/i.test(name)) {
    return 'Its name leads out of the archive.'
  }
  if ((size ?? 0) > MAX_MEMBER_BYTES) {
    return 'It is over 1 GB.'
  }
  return basename(name).indexOf('.') < 1 ? 'Its name has no extension, so readers pass it over.' : null
}

async function take(entry: Entry, ending: string, sample: Sample, { scratch }: ReadContext): Promise<void> {
  const part = partOf(ending)
  if (part !== null) {
    const path = `${sample.location.file.split('/')[0]}/${shown(entry.header.name)}`
    sample.files[part] = { absolute: await scratch.putParts(entry), path }
  } else if (ending === 'json' || ending === 'txt') {
    if ((entry.header.size ?? 0) > MAX_TEXT_BYTES) {
      sample.problem ??= new ImportProblem(`${shown(entry.header.name)} is over 64 MB.`)
      entry.resume()
      return
    }
    sample.texts[ending] = (await bytesOf(entry)).toString('utf8')
  } else {
    entry.resume()
  }
}

function partOf(ending: string): Part | null {
  const word = ending.split('.')[0]
  const names = Object.keys(PARTS) as Part[]
  return names.find((part) => (PARTS[part] as readonly string[]).includes(word)) ?? null
}

/** Its header says how many they are, and `tar-stream` gives no more. */
async function bytesOf(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* finish(sample: Sample, split: string | null, context: ReadContext): AsyncGenerator<RawItem> {
  const { name, key, location, files } = sample
  try {
    if (sample.problem !== null) {
      throw sample.problem
    }
    const { before, after, mask } = files
    if (before === undefined || after === undefined) {
      throw new ImportProblem(`It has no ${before === undefined ? 'before' : 'after'} image.`)
    }
    const record = recordOf(sample)
    yield itemOfRecord(record, { before, after, mask: mask ?? null }, { location, split, name: key })
  } catch (error) {
    context.problems.leaveOut(error, location, shown(name))
  } finally {
    await context.scratch.release(Object.values(files).map(({ absolute }) => absolute))
  }
}

function recordOf({ texts }: Sample): PairRecord {
  const record = texts.json === undefined ? {} : parsed(texts.json)
  const lines = (texts.txt ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  const result = pairRecordSchema.safeParse(withCaptions(record, lines))
  if (!result.success) {
    throw new ImportProblem(`json: ${whyNot(result.error)}`)
  }
  return result.data
}

/** The list of the record counts first, then the lines of the text, then a single caption of the record. */
function withCaptions(record: unknown, lines: readonly string[]): unknown {
  const fields = z.record(z.string(), z.unknown()).safeParse(record)
  if (!fields.success) {
    return record
  }
  const isOfText = fields.data['captions'] == null && lines.length > 0
  return { ...fields.data, captions: isOfText ? lines : captionsIn(fields.data) }
}

function parsed(text: string): unknown {
  try {
    return new JsonText(text).value
  } catch (error) {
    throw error instanceof JsonError ? new ImportProblem(`Its json ${error.message}.`) : error
  }
}
