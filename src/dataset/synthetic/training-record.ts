import { z } from 'zod'

/** Tokens a side of the grids of correspondence and of objects. */
export const TRAINING_GRID = 16

/** As many as ProCap's paper has made by interpolation; each is as large as a frame. */
export const MAX_BETWEEN = 7

/** When the picture at a place 0, 1, ... of `count` between the frames is taken, in 0..1. */
export function intermediateTime(at: number, count: number): number {
  return (at + 1) / (count + 1)
}

const objectSchema = z.object({
  shape: z.string(),
  color: z.string(),
  material: z.string(),
  size: z.string(),
  /** Turn about the vertical axis against the line of sight, of what shows how it is turned. */
  facingRad: z.number().nullable().default(null),
})

/** One line of pairs.jsonl of a training set. */
export const trainingRecordSchema = z.object({
  file: z.string().regex(/^pairs\/\d+\.bin$/),
  world: z.enum(['blocks', 'aerial', 'photographs']),
  seed: z.number(),
  width: z.int().positive(),
  height: z.int().positive(),
  changeType: z.string(),
  /** Pictures between the frames, evenly spaced in time. */
  between: z.int().min(0).max(MAX_BETWEEN).default(0),
  /** Of region 1, 2, ... */
  categories: z.array(z.string()),
  captions: z
    .array(
      z.object({
        text: z.string(),
        spans: z
          .array(
            z.object({
              kind: z.enum(['subject', 'noun', 'verb']),
              start: z.int(),
              end: z.int(),
              regions: z.array(z.int()).readonly(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  /** Of region 1, 2, ...: the number of its thing in each frame, 0 for none. */
  regionObjects: z.array(z.object({ before: z.int(), after: z.int() })),
  /** Of thing 1, 2, ... in each frame. */
  objects: z.object({ before: z.array(objectSchema), after: z.array(objectSchema) }),
})
export type TrainingRecord = z.infer<typeof trainingRecordSchema>

/** The contents of a pair's file. */
export interface TrainingPixels {
  /** Three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** For each pixel the region's number from 1, or 0: what each frame shows of it, and where a thing that is gone would be seen. */
  readonly beforeRegions: Uint8Array
  readonly afterRegions: Uint8Array
  readonly vacatedRegions: Uint8Array
  /** For each token the other frame's token, or 256 for none. */
  readonly forward: Int16Array
  readonly backward: Int16Array
  /** For each token the thing's number from 1, or 0. */
  readonly beforeObjects: Uint8Array
  readonly afterObjects: Uint8Array
  /** For each token its flow to the other frame, (x, y) in halves of the picture; NaN where unknown. */
  readonly forwardFlow: Float32Array
  readonly backwardFlow: Float32Array
  /** Three bytes a pixel, each. */
  readonly between: readonly Uint8Array[]
}

/** @throws Error where the file has another length than the record says. */
export function decodeTrainingPixels(
  { file, width, height, between }: TrainingRecord,
  bytes: Uint8Array,
): TrainingPixels {
  const area = width * height
  const tokens = TRAINING_GRID * TRAINING_GRID
  if (bytes.length !== (9 + 3 * between) * area + 22 * tokens) {
    throw new Error(
      `${file} has ${bytes.length} bytes, which does not fit ${width} x ${height} pixels: make the set again.`,
    )
  }
  let at = 0
  const take = (length: number): Uint8Array => bytes.subarray(at, (at += length))
  return {
    before: take(3 * area),
    after: take(3 * area),
    beforeRegions: take(area),
    afterRegions: take(area),
    vacatedRegions: take(area),
    forward: toInt16(take(2 * tokens)),
    backward: toInt16(take(2 * tokens)),
    beforeObjects: take(tokens),
    afterObjects: take(tokens),
    forwardFlow: toFloats(take(8 * tokens)),
    backwardFlow: toFloats(take(8 * tokens)),
    between: Array.from({ length: between }, () => take(3 * area)),
  }
}

function toFloats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(4 * index, true))
}

function toInt16(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Int16Array(bytes.length / 2)
  for (let index = 0; index < values.length; index++) {
    values[index] = view.getInt16(2 * index, true)
  }
  return values
}
