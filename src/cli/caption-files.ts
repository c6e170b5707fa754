import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { mapOf } from '../basics/map-of'
import { ScoreInputError, someOf, whyUnread } from './output'
import type { CaptionItem } from '../metrics/captions'

/**
 * Caption files for scoring: COCO annotations and results, CLEVR-Change, LEVIR-CC, Spot-the-Diff,
 * Image-Editing-Request, what `deltascribe propose` writes, and plain JSON (or JSON lines): `{"id": "caption"}`,
 * `{"id": ["caption", ...]}`, `{"id": {"captions": [...]}}` or a list of `{"id", "caption"}` or `{"id", "captions"}`.
 */

/** Captions by item, in the order of the file. */
export type CaptionsById = Map<string, string[]>

/** One record of any list format; its keys decide the format. */
const recordSchema = z.looseObject({
  id: z.unknown().optional(),
  image_id: z.unknown().optional(),
  img_id: z.unknown().optional(),
  uid: z.unknown().optional(),
  name: z.unknown().optional(),
  filename: z.unknown().optional(),
  caption: z.unknown().optional(),
  captions: z.unknown().optional(),
  references: z.unknown().optional(),
  sentences: z.unknown().optional(),
  sents: z.unknown().optional(),
  raw: z.unknown().optional(),
  tokens: z.unknown().optional(),
  split: z.unknown().optional(),
})

/** The record of a pair that `deltascribe propose` writes: its captions, best first. The best one is scored. */
const proposalSchema = z.looseObject({ proposer: z.string(), captions: z.array(z.unknown()) })

type CaptionRecord = z.infer<typeof recordSchema>

/** Reads a file; `split` keeps only LEVIR-CC records of that split. Throws ScoreInputError. */
export async function readCaptions(file: string, split?: string): Promise<CaptionsById> {
  const content = await readJson(file)
  const captions = Array.isArray(content)
    ? fromRecords(content, file, split)
    : fromObject(content, file, split)
  if (captions.size === 0) {
    throw new ScoreInputError(`${file}: holds no captions${split ? ` of the split "${split}"` : ''}.`)
  }
  return captions
}

async function readJson(file: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new ScoreInputError(`${file} ${whyUnread(error)}.`)
  }
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    return readJsonLines(text, file, String(error))
  }
}

function readJsonLines(text: string, file: string, reason: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  try {
    return lines.map((line) => JSON.parse(line) as unknown)
  } catch {
    throw new ScoreInputError(`${file}: is neither JSON nor JSON lines (${reason}).`)
  }
}

function fromObject(content: unknown, file: string, split: string | undefined): CaptionsById {
  const object = mapOf(z.unknown()).safeParse(content)
  if (!object.success) {
    throw new ScoreInputError(`${file}: holds neither a list nor an object of captions.`)
  }
  const [annotations, images] = ['annotations', 'images'].map((name) => object.data.get(name))
  if (Array.isArray(annotations)) {
    return fromRecords(annotations, file, split)
  }
  if (Array.isArray(images)) {
    return fromRecords(images, file, split)
  }
  const captions: CaptionsById = new Map()
  for (const [key, value] of object.data) {
    const id = pairId(key)
    addCaptions(captions, id, captionsOf(value), file)
  }
  return captions
}

function captionsOf(value: unknown): readonly unknown[] {
  const proposal = proposalSchema.safeParse(value)
  if (proposal.success) {
    return proposal.data.captions.slice(0, 1)
  }
  const record = Array.isArray(value) ? null : recordSchema.safeParse(value)
  if (record?.success === true) {
    return recordCaptions(record.data)
  }
  return Array.isArray(value) ? value : [value]
}

function fromRecords(records: readonly unknown[], file: string, split: string | undefined): CaptionsById {
  const captions: CaptionsById = new Map()
  for (const [index, value] of records.entries()) {
    const record = recordSchema.safeParse(value)
    if (!record.success) {
      throw new ScoreInputError(`${file}: record ${index} is not an object.`)
    }
    if (split === undefined || record.data.split === undefined || record.data.split === split) {
      addCaptions(captions, recordId(record.data, file, index), recordCaptions(record.data), file)
    }
  }
  return captions
}

function recordId(record: CaptionRecord, file: string, index: number): string {
  // COCO and LEVIR-CC records have an `id` of their own beside that of the image.
  const id = record.image_id ?? record.img_id ?? record.uid ?? record.filename ?? record.name ?? record.id
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new ScoreInputError(
      `${file}: record ${index} has no id (image_id, img_id, uid, filename, name or id).`,
    )
  }
  return pairId(String(id))
}

function recordCaptions(record: CaptionRecord): readonly unknown[] {
  const words = z.array(z.string()).safeParse(record.tokens)
  const captions =
    record.captions ??
    record.references ??
    record.sentences ??
    record.sents ??
    (words.success ? [words.data] : record.tokens) ??
    record.caption
  return (Array.isArray(captions) ? captions : [captions]).map(sentenceText)
}

/** A LEVIR-CC sentence is an object with its raw text, or its words; others are texts. */
function sentenceText(sentence: unknown): unknown {
  const words = z.array(z.string()).safeParse(sentence)
  if (words.success) {
    return words.data.join(' ')
  }
  const record = recordSchema.safeParse(sentence)
  if (!record.success) {
    return sentence
  }
  return record.data.raw ?? sentenceText(record.data.tokens)
}

/** CLEVR-Change names a pair by its first image; its evaluation calls it "000042.png". */
function pairId(id: string): string {
  return id.replace(/^CLEVR_(?:default|semantic|nonsemantic)_(?=\d+\.png$)/, '')
}

function addCaptions(captions: CaptionsById, id: string, added: readonly unknown[], file: string): void {
  const list = captions.get(id) ?? []
  for (const caption of added) {
    if (typeof caption !== 'string') {
      throw new ScoreInputError(
        `${file}: item "${id}", caption ${list.length + 1} is not a text (${describe(caption)}).`,
      )
    }
    list.push(caption)
  }
  captions.set(id, list)
}

function describe(value: unknown): string {
  return value === null || value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40)
}

export interface PairedItems {
  items: CaptionItem[]
  /** Items left out: without a hypothesis, or without references. Empty unless `allowMissing`. */
  missingHypotheses: string[]
  missingReferences: string[]
  /** Items whose hypothesis is blank; they are scored. */
  emptyHypotheses: string[]
}

/**
 * Items in the order of the references. Throws ScoreInputError on ids that only one file has (unless
 * `allowMissing`), or whose references are all blank, and on several hypotheses for an item.
 */
export function pairItems(
  references: CaptionsById,
  hypotheses: CaptionsById,
  files: { references: string; hypotheses: string },
  allowMissing: boolean,
): PairedItems {
  const hasReference = (id: string) => references.get(id)?.some((text) => text.trim() !== '') ?? false
  const ids = [...references.keys()].filter(hasReference)
  const missingHypotheses = ids.filter((id) => !hypotheses.has(id))
  const missingReferences = [...new Set([...references.keys(), ...hypotheses.keys()])].filter(
    (id) => !hasReference(id),
  )
  if (!allowMissing) {
    refuse(missingHypotheses, `${files.hypotheses}: no caption for`)
    refuse(missingReferences, `${files.references}: no reference for`)
  }
  const items: CaptionItem[] = []
  for (const id of ids) {
    const texts = hypotheses.get(id)
    if (!texts) {
      continue
    }
    const different = new Set(texts).size
    if (different !== 1) {
      throw new ScoreInputError(
        `${files.hypotheses}: item "${id}" has ${different} captions; a hypothesis is one caption.`,
      )
    }
    items.push({ id, hypothesis: texts[0], references: references.get(id) ?? [] })
  }
  if (items.length === 0) {
    throw new ScoreInputError(
      `${files.references} and ${files.hypotheses} share no item: their ids differ, ` +
        `for example "${first(references)}" and "${first(hypotheses)}".`,
    )
  }
  const emptyHypotheses = items.filter((item) => item.hypothesis.trim() === '').map((item) => item.id)
  return { items, missingHypotheses, missingReferences, emptyHypotheses }
}

function refuse(ids: readonly string[], message: string): void {
  if (ids.length > 0) {
    throw new ScoreInputError(
      `${message} ${someOf(ids)}. --allow-missing scores the items that both files have.`,
    )
  }
}

function first(captions: CaptionsById): string {
  return captions.keys().next().value ?? ''
}
