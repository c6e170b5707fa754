import { z } from 'zod'
import { frameSchema } from '../domain/document'
import { PICTURE_TILE_SIDE, pictureTileSchema } from '../domain/picture-tile'
import type { PictureTile } from '../domain/picture-tile'

/**
 * Pictures are addressed by pair and kind, never by path, so no address can leave the project's folder:
 * `/picture/12/after?v=3`, of the page's own origin in the app and over HTTP alike. Large images come as tiles:
 * `/picture/12/after/2/3/1?v=3` is level 2, column 3, row 1.
 */
export const pictureKindSchema = z.enum([
  'before',
  'after',
  /** 256 px on the long side, upright. */
  'before-thumbnail',
  'after-thumbnail',
  /** The before image warped into the after frame; equals `before` where nothing moved. */
  'aligned',
  /** The change evidence in the after frame: one channel, 0 to 255. */
  'difference',
  /** The model's probability that a pixel of the after frame changed: one channel, 0 to 255. */
  'probabilities',
  /** No picture: values of more than 8 bits, as `valuePreview` writes them. */
  'before-values',
  'after-values',
])
export type PictureKind = z.infer<typeof pictureKindSchema>

export { PICTURE_TILE_SIDE, pictureTileSchema }
export type { PictureTile }

/** Tiles of a large frame without overviews that its coarsest tile is made of, itself among them: made, of all. */
export const pyramidMadeSchema = z.object({
  pairId: z.int(),
  frame: frameSchema,
  done: z.int(),
  total: z.int(),
})
export type PyramidMade = z.infer<typeof pyramidMadeSchema>

export interface PictureAddress {
  pairId: number
  kind: PictureKind
  /** Null for a whole picture. */
  tile?: PictureTile | null
}

const TILED_KINDS: ReadonlySet<PictureKind> = new Set(['before', 'after', 'aligned', 'difference'])

/** `/picture/12/after-thumbnail` to its parts; null for anything else. */
export function parsePicturePath(path: string): PictureAddress | null {
  const match = /^\/picture\/([1-9]\d{0,9})\/([a-z-]+)(?:\/(\d{1,2})\/(\d{1,6})\/(\d{1,6}))?$/.exec(path)
  if (match === null) {
    return null
  }
  const kind = pictureKindSchema.safeParse(match[2])
  const tile = match[3] === undefined ? null : tileOf(match[3], match[4], match[5])
  return kind.success && (tile === null || TILED_KINDS.has(kind.data))
    ? { pairId: Number(match[1]), kind: kind.data, tile }
    : null
}

function tileOf(level: string, column: string, row: string): PictureTile {
  return { level: Number(level), column: Number(column), row: Number(row) }
}
