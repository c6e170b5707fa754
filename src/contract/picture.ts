import { z } from 'zod'

/**
 * Pictures are addressed by pair and kind, never by path, so no address can leave the project's folder:
 * `/picture/12/after?v=3`, of the page's own origin in the app and over HTTP alike.
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

export interface PictureAddress {
  pairId: number
  kind: PictureKind
}

/** `/picture/12/after-thumbnail` to its parts; null for anything else. */
export function parsePicturePath(path: string): PictureAddress | null {
  const match = /^\/picture\/([1-9]\d{0,9})\/([a-z-]+)$/.exec(path)
  if (match === null) {
    return null
  }
  const kind = pictureKindSchema.safeParse(match[2])
  return kind.success ? { pairId: Number(match[1]), kind: kind.data } : null
}
