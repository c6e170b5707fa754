import type { Frame, Region } from '../../../src/domain/document'
import type { Rect } from '../../../src/mask/bitmap'
import { emptyRle, xorRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import type { TileMask } from './tile-mask'
import { createTileMask, tileBounds } from './tile-mask'
import { decodeTiles, flipTiles } from './tile-rle'

interface Entry {
  mask: TileMask
  /** RLE of `mask`, without a gesture under way. */
  rle: Rle
  /** Painted on and not in the document yet, so that following the document does not forget it. */
  isPending: boolean
}

/**
 * The bitmaps of a pair's masks. It follows the document: changed pixels of a mask are flipped in its bitmap, whoever
 * changed them, and the rest stays as it is.
 */
export interface MaskStore {
  readonly width: number
  readonly height: number
  /** Whether a mask is of the size that is shown. */
  fits(rle: Rle): boolean
  /** Follows the document and sends the rectangles that changed to the listeners. */
  sync(regions: readonly Region[]): void
  /** Null where the region has no mask in this frame. */
  mask(regionId: string, frame: Frame): TileMask | null
  /** The mask to paint on, made empty if there is none; stays until it is adopted or dropped. */
  open(regionId: string, frame: Frame): TileMask
  /** Takes the document's new mask without a change: the bitmap already holds it. */
  adopt(regionId: string, frame: Frame, rle: Rle): void
  /** Forgets a mask that never got into the document. */
  drop(regionId: string, frame: Frame): void
  /** Notifies the listeners that the pixels of a frame have changed within a rectangle. */
  touch(frame: Frame, rect: Rect): void
  /** Returns the function that removes the listener. */
  onChange(listener: (frame: Frame, rect: Rect) => void): () => void
}

// oxlint-disable-next-line max-lines-per-function -- small functions over one set of masks
export function createMaskStore(width: number, height: number): MaskStore {
  const entries: Record<Frame, Map<string, Entry>> = { before: new Map(), after: new Map() }
  const listeners = new Set<(frame: Frame, rect: Rect) => void>()

  /** A mask of another size belongs to another image and is not shown. */
  function fits({ size }: Rle): boolean {
    return size[0] === height && size[1] === width
  }

  function touch(frame: Frame, rect: Rect | null): void {
    if (rect !== null) {
      listeners.forEach((listener) => listener(frame, rect))
    }
  }

  function follow(regionId: string, frame: Frame, rle: Rle): void {
    const entry = entries[frame].get(regionId)
    if (entry === undefined) {
      const mask = decodeTiles(rle)
      entries[frame].set(regionId, { mask, rle, isPending: false })
      touch(frame, tileBounds(mask))
    } else if (entry.rle !== rle) {
      const rect = entry.rle.counts === rle.counts ? null : flipTiles(entry.mask, xorRle(entry.rle, rle))
      entry.rle = rle
      touch(frame, rect)
    }
  }

  function forget(frame: Frame, present: ReadonlySet<string>): void {
    for (const [regionId, entry] of entries[frame]) {
      if (!present.has(regionId) && !entry.isPending) {
        entries[frame].delete(regionId)
        touch(frame, tileBounds(entry.mask))
      }
    }
  }

  return {
    width,
    height,
    fits,
    sync(regions) {
      for (const frame of ['after', 'before'] as const) {
        const present = regions.flatMap((region) => {
          const rle = frame === 'after' ? region.mask : region.beforeMask
          return rle !== null && fits(rle) ? [{ id: region.id, rle }] : []
        })
        forget(frame, new Set(present.map(({ id }) => id)))
        present.forEach(({ id, rle }) => follow(id, frame, rle))
      }
    },
    mask: (regionId, frame) => entries[frame].get(regionId)?.mask ?? null,
    open(regionId, frame) {
      const entry = entries[frame].get(regionId) ?? {
        mask: createTileMask(width, height),
        rle: emptyRle(width, height),
        isPending: true,
      }
      entries[frame].set(regionId, entry)
      return entry.mask
    },
    adopt(regionId, frame, rle) {
      const entry = entries[frame].get(regionId)
      if (entry !== undefined) {
        entry.rle = rle
        entry.isPending = false
      }
    },
    drop: (regionId, frame) => entries[frame].delete(regionId),
    touch,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
