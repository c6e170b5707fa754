import { z } from 'zod'
import { once } from '../contract/define'
import { pictureTileSchema } from '../contract/picture'
import { providerNameSchema } from '../contract/proposal'
import { frameSchema } from '../domain/document'
import { homographySchema } from '../domain/pair'
import { valueMappingSchema } from '../domain/value-mapping'

export const path = z.string().min(1)
const size = z.object({ width: z.int(), height: z.int() })
/** Of the values of both frames; the default if absent. */
export const mapping = valueMappingSchema.optional()
const rect = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
export const frames = z.object({ before: path, after: path, provider: providerNameSchema, mapping })
/** One frame of a pair: the other one says by which grid, and by which range of values. */
export const oneFrame = z.object({ before: path, after: path, frame: frameSchema, mapping })

/** See `WholeAlignment`. */
const wholeAlignment = z.object({
  alignment: homographySchema.nullable(),
  mostShift: z.number().nullable(),
})

/** Of a request about a part of frames that are too large to be decoded whole: what is answered is about the part. */
export const partFields = {
  part: rect.optional(),
  /** How these frames lie over each other; absent where no part is asked for. */
  whole: wholeAlignment.optional(),
}

/** Requests about frames that are too large to be decoded whole. */
export const tiledCommands = {
  /** What is read from the files of frames that are too large to be decoded whole; null for others. */
  tiledLevels: once(
    frames.omit({ provider: true }),
    size.extend({ read: z.record(frameSchema, z.array(z.boolean())) }).nullable(),
  ),
  /** A cheap look at all before parts are compared: how the frames lie over each other, and what differs most. */
  survey: once(
    frames.omit({ provider: true }).extend({ parts: z.array(rect) }),
    wholeAlignment.extend({ differences: z.array(z.number()).nullable() }),
  ),
  /**
   * Writes a tile of a frame as PNG. `finer` are the pictures of finer tiles, where it is not read from the file.
   * `alignment`: a tile of the before frame as it lies in the after frame.
   */
  tile: once(
    oneFrame.extend({
      tile: pictureTileSchema,
      finer: z.array(path).nullable(),
      alignment: homographySchema.optional(),
      out: path,
    }),
    z.null(),
  ),
}

/** Requests for pictures of one frame, as files. */
export const pictureCommands = {
  /**
   * Writes a PNG of at most `side` pixels on its long side; returns the size of the frame.
   */
  thumbnail: once(oneFrame.extend({ out: path, side: z.int().min(16).max(4096) }), size),
  /** Writes any readable image as an 8-bit PNG that a browser can show. */
  display: once(oneFrame.extend({ out: path }), size),
}
