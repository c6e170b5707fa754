import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { bucketOf } from '../../buckets/buckets-in-use'
import { fileOf, sliceOf } from '../../domain/slice-path'
import { whyOutside } from '../inside'
import { emptyReading, manifestReading } from '../reading'
import type { DiscoveredPair, ReadingBuilder } from '../reading'
import type { Scan } from '../scan'
import { sequenceFieldsSchema, sequencePlaceOf } from '../sequence-fields'
import { sliceKey } from '../slice-pairs'
import { splitOf } from '../split-names'
import { usableKey } from '../usable-key'
import { message, messageTextOf, MessageError } from '../../messages/message'
import type { MessageText, Message } from '../../messages/message'

const MANIFEST_NAME = /^(pairs|manifest)\.(csv|jsonl)$/i
const MAX_MANIFEST_BYTES = 256 * 2 ** 20

const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())
  .transform((text) => (text === '' ? null : text))

const ROW_FAULTS = ['readings.needsBefore', 'readings.needsAfter'] as const

const rowSchema = z.object({
  before: z.string(ROW_FAULTS[0]).trim().min(1, ROW_FAULTS[0]),
  after: z.string(ROW_FAULTS[1]).trim().min(1, ROW_FAULTS[1]),
  key: z.union([z.string(), z.number()]).nullish(),
  label: optionalText,
  split: optionalText,
  caption: optionalText,
  captions: z.array(z.string()).nullish(),
  ...sequenceFieldsSchema.shape,
})

interface Row {
  /** From 1, as editors count. */
  line: number
  /** Not yet validated; null for a line that is no row at all. */
  value: unknown
  /** Why the line is no row, if the value is null. */
  fault: Message
}

/**
 * `pairs.csv`, `pairs.jsonl`, `manifest.csv` or `manifest.jsonl` at the root: columns `before` and `after`,
 * and if wanted `key`, `label`, `split` and `caption`. Paths start at the folder. Fields of a CSV list stand
 * between commas, semicolons or tabs: one of them, in all lines. A row that cannot be used is left out with its
 * line.
 */
export async function readManifests(root: string, scan: Scan): Promise<ReadingBuilder[]> {
  const names = (scan.othersIn.get('') ?? []).filter((name) => MANIFEST_NAME.test(name))
  return Promise.all(names.map((name) => readManifest(root, name, scan)))
}

async function readManifest(root: string, name: string, scan: Scan): Promise<ReadingBuilder> {
  const builder = emptyReading(manifestReading(name), message('readings.list', { name }))
  builder.lists.push(name)
  try {
    const text = await readText(await fileOfList(root, name))
    const rows = name.toLowerCase().endsWith('.csv') ? csvRows(text) : jsonRows(text)
    addPairs(rows, name, scan, builder)
  } catch (error) {
    builder.leftOut.push({
      path: name,
      reason: message('readings.cannotBeRead', { reason: messageTextOf(error) }),
    })
  }
  return builder
}

async function fileOfList(root: string, name: string): Promise<string> {
  const bucket = bucketOf(root)
  return bucket === null ? join(root, name) : bucket.fetch(name)
}

async function readText(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    if (size > MAX_MANIFEST_BYTES) {
      throw new MessageError(message('readings.tooLong'))
    }
    return (await handle.readFile('utf8')).replace(/^\uFEFF/, '')
  } finally {
    await handle.close()
  }
}

function csvRows(text: string): Row[] {
  const broken: Row[] = []
  const lines = parse(text, {
    info: true,
    relax_column_count: true,
    // a caption such as: a 5" crack
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    delimiter: delimiterOf(text),
    on_skip: (error) => {
      const line = error !== undefined && 'lines' in error ? Number(error.lines) : 1
      broken.push({ line, value: null, fault: message('readings.openQuotes') })
    },
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return [...titledRows(lines), ...broken]
}

/** @param lines with the titles first */
function titledRows(lines: readonly { record: string[]; info: { lines: number } }[]): Row[] {
  const titles = lines.at(0)?.record.map((title) => title.trim().toLowerCase()) ?? []
  return lines.slice(1).map(({ record, info }) => {
    // an empty field at the end is a delimiter too many, any other may be the rest of a caption
    const isCut = record.slice(titles.length).some((field) => field.trim() !== '')
    const value = isCut
      ? null
      : Object.fromEntries(
          record.slice(0, titles.length).map((field, place) => [titles[place], field.trim()]),
        )
    return { line: info.lines, value, fault: message('readings.tooManyFields') }
  })
}

/** The delimiter that occurs most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (let place = /[^\r\n]/.exec(text)?.index ?? 0; place < text.length; place += 1) {
    const character = text[place]
    if (character === '"') {
      isQuoted = !isQuoted
    } else if (!isQuoted && (character === '\n' || character === '\r')) {
      break
    } else if (!isQuoted && counts.has(character)) {
      counts.set(character, counts.get(character)! + 1)
    }
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

function jsonRows(text: string): Row[] {
  return text
    .split('\n')
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '')
    .map(({ line, content }) => ({ line, value: parsed(content), fault: message('readings.noObject') }))
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown
  } catch {
    return null
  }
}

function addPairs(rows: readonly Row[], name: string, scan: Scan, builder: ReadingBuilder): void {
  // a list of something else, such as the captions of a synthetic set
  if (rows.length > 0 && rows.every(({ value }) => namesNoPath(value))) {
    builder.leftOut.push({ path: name, reason: message('readings.noPaths') })
    return
  }
  const images = new Set(scan.images.map(({ path }) => path))
  const keys = new Set<string>()
  for (const { line, value, fault } of rows) {
    const result = value === null ? fault : readRow(value, images)
    if (typeof result === 'string' || 'text' in result) {
      builder.leftOut.push({ path: `${name}:${line}`, reason: result })
    } else if (keys.has(result.key)) {
      builder.leftOut.push({
        path: `${name}:${line}`,
        reason: message('readings.sameKey', { key: result.key }),
      })
    } else {
      keys.add(result.key)
      builder.pairs.push(result)
    }
  }
}

function namesNoPath(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('before' in value) && !('after' in value)
}

/** The pair, or the reason why there is none. */
function readRow(value: unknown, images: ReadonlySet<string>): DiscoveredPair | MessageText {
  const row = rowSchema.safeParse(value)
  if (!row.success) {
    return faultOf(row.error.issues[0].message)
  }
  const { before, after, label, split, captions } = row.data
  const nameInList = String(row.data.key ?? '')
  const key = nameInList.trim() === '' ? null : usableKey(nameInList)
  const caption = row.data.caption ?? captions?.[0] ?? null
  for (const path of [before, after, label]) {
    const reason = path === null ? null : whyUnusable(path, images)
    if (reason !== null) {
      return reason
    }
  }
  const afterPath = tidy(after)
  const sequence = sequencePlaceOf(row.data)
  return {
    key: key ?? keyOf(afterPath),
    split: split === null ? splitOf(afterPath) : (splitOf(split) ?? split),
    before: tidy(before),
    after: afterPath,
    label: label === null ? null : tidy(label),
    caption,
    ...(key === null || key === nameInList ? {} : { nameInList }),
    ...(captions != null && { captions }),
    ...(sequence && { sequence }),
  }
}

function keyOf(path: string): string {
  const slice = sliceOf(path)
  const name = fileOf(path).replace(/(?:\.nii\.gz|\.[^./]*)$/i, '')
  return slice === null ? name : sliceKey(name, slice)
}

/** Of those that the schema of a row names by their ids; others are in the words of zod. */
function faultOf(found: string): MessageText {
  const id = ROW_FAULTS.find((fault) => fault === found)
  return id === undefined ? found : message(id)
}

function whyUnusable(path: string, images: ReadonlySet<string>): Message | null {
  return (
    whyOutside(path) ?? (images.has(fileOf(tidy(path))) ? null : message('readings.notInFolder', { path }))
  )
}

function tidy(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}
