import type { Size } from '../../../../src/mask/bitmap'
import type { RasterPlacement } from '../../paint/raster'
import type { TiledPicture } from '../picture'
import { levelFor, tilesAround, visibleArea } from './pyramid'
import type { Pyramid } from './pyramid'
import type { TileStore } from './tile-store'
import type { Want } from './want-order'

/** Tells stores of tiles what one pane shows. */
export class TileWants {
  private stores = new Set<TileStore>()

  /** @param pane device pixels */
  update(pictures: readonly TiledPicture[], pane: Size, placement: RasterPlacement): void {
    const next = new Map<TileStore, Want[]>()
    for (const { kind, tiles } of pictures) {
      next.set(tiles, [...(next.get(tiles) ?? []), ...wantsOf(tiles.pyramid, kind, pane, placement)])
    }
    const gone = [...this.stores].filter((store) => !next.has(store))
    this.stores = new Set(next.keys())
    gone.forEach((store) => store.want(this, []))
    next.forEach((wants, store) => store.want(this, wants))
  }

  /** The pane shows nothing any more. */
  clear(): void {
    this.stores.forEach((store) => store.want(this, []))
    this.stores.clear()
  }
}

function wantsOf(
  pyramid: Pyramid,
  kind: Want['kind'],
  { width, height }: Size,
  placement: RasterPlacement,
): Want[] {
  const visible = visibleArea(pyramid, { x: 0, y: 0, width, height }, placement)
  const { inView, ring } = tilesAround(pyramid, levelFor(pyramid, placement.scale), visible)
  return [
    ...inView.map((tile) => ({ kind, tile, isInView: true })),
    ...ring.map((tile) => ({ kind, tile, isInView: false })),
  ]
}
