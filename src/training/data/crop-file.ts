import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { CropRegion, TrainingCrop } from './training-crop'

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
/** One entry of `cuts/NUMBER.json`: where a crop lies in the pair's file, `cuts/NUMBER.bin`. */
export const cropRecordSchema = z.object({
  /** Place of the pair in `items.jsonl`. */
  item: z.int(),
  kind: z.enum(['whole', 'window', 'empty']),
  width: z.int(),
  height: z.int(),
  beforeWindow: rect,
  afterWindow: rect,
  regions: z.array(z.object({ region: z.int(), before: z.boolean(), after: z.boolean() })),
  /** Bytes from the file's start. */
  offset: z.int(),
  length: z.int(),
})

export type CropRecord = z.infer<typeof cropRecordSchema>
/** The bytes of a pair's file and its records. */
export function serializeCrops(
  item: number,
  crops: readonly TrainingCrop[],
): { bytes: Buffer; records: CropRecord[] } {
  const parts: Uint8Array[] = []
  let offset = 0
  const records = crops.map((crop): CropRecord => {
    const { kind, width, height, beforeWindow, afterWindow } = crop
    const own = [crop.before, crop.after, ...crop.regions.flatMap((one) => [one.before, one.after])]
    const bytes = own.filter((part) => part !== null)
    const length = bytes.reduce((sum, part) => sum + part.length, 0)
    parts.push(...bytes)
    const regions = crop.regions.map(({ region, before, after }) => ({
      region,
      before: before !== null,
      after: after !== null,
    }))
    const record = { item, kind, width, height, beforeWindow, afterWindow, regions, offset, length }
    offset += length
    return record
  })
  return { bytes: Buffer.concat(parts), records }
}

/** @throws where the file is gone, too short or of another version */
export function readCrop(path: string, record: CropRecord): TrainingCrop {
  const bytes = readPart(path, record)
  const { kind, width, height, beforeWindow, afterWindow } = record
  let at = 0
  const nextBytes = (length: number): Uint8Array => bytes.subarray(at, (at += length))
  const [before, after] = [nextBytes(3 * width * height), nextBytes(3 * width * height)]
  const regions = record.regions.map((one): CropRegion => ({
    region: one.region,
    before: one.before ? nextBytes(width * height) : null,
    after: one.after ? nextBytes(width * height) : null,
  }))
  if (at !== record.length) {
    throw new RangeError(`${path} was written by another version`)
  }
  return { kind, width, height, beforeWindow, afterWindow, before, after, regions }
}

function readPart(path: string, { offset, length }: CropRecord): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    if (readSync(file, bytes, 0, length, offset) !== length) {
      throw new RangeError(`${path} is too short`)
    }
    return bytes
  } finally {
    closeSync(file)
  }
}
