import type { Rect, Size } from '../../../src/mask/bitmap'
import { drawMask } from '../paint/mask-raster'
import { clearRaster, reachOnRaster } from '../paint/raster'
import type { MaskStyle } from '../paint/mask-raster'
import type { RasterPlacement } from '../paint/raster'
import { unionRect } from '../../../src/mask/rect'
import type { TileMask } from '../paint/tile-mask'
import type { Placement } from './camera'
import { drawPicture, seenLayers } from './picture-painter'
import type { PictureLayer } from './picture-painter'
import { TileWants } from './tiles/tile-wants'
import type { RegionStatus } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'

/** All that a pane shows, bottom to top. */
export interface PaneScene {
  image: Size
  pane: Size
  pixelRatio: number
  placement: Placement
  pictures: readonly PictureLayer[]
  masks: readonly MaskLayer[]
}

export interface MaskLayer {
  mask: TileMask
  style: MaskStyle
}

/**
 * Paints a pane's pictures and masks on two canvases, at most once a frame, just before the frame is shown.
 * A change of mask pixels repaints their rectangle on the screen and nothing else.
 */
export interface PanePainter {
  /** Repaints everything, for a new view. */
  repaint: () => void
  /** Repaints all pictures, for another swipe position or opacity. */
  repaintPictures: () => void
  /** Repaints all masks, for new styles. */
  repaintMasks: () => void
  /** Repaints the masks over these image pixels. */
  touch: (rect: Rect) => void
  dispose: () => void
}

// oxlint-disable-next-line max-lines-per-function -- small functions over one canvas
export function createPanePainter(
  pictureCanvas: HTMLCanvasElement,
  maskCanvas: HTMLCanvasElement,
  read: () => PaneScene,
): PanePainter {
  const pictures = contextOf(pictureCanvas)
  const masks = contextOf(maskCanvas)
  const tileWants = new TileWants()
  let raster = new ImageData(1, 1)
  let arePicturesDirty = true
  let areMasksDirty = true
  let touched: Rect | null = null
  let request = 0

  function schedule(): void {
    if (request === 0) {
      request = requestAnimationFrame(flush)
    }
  }

  function flush(): void {
    request = 0
    const scene = read()
    const width = Math.max(1, Math.round(scene.pane.width * scene.pixelRatio))
    const height = Math.max(1, Math.round(scene.pane.height * scene.pixelRatio))
    if (pictureCanvas.width !== width || pictureCanvas.height !== height) {
      resize(width, height)
    }
    const placement = devicePlacement(scene)
    if (arePicturesDirty) {
      pictures.clearRect(0, 0, width, height)
      const layers = seenLayers(scene.pictures)
      layers.forEach((layer) => drawPicture(pictures, layer, scene.image, placement))
      const tiled = layers.flatMap(({ picture }) => (picture.form === 'tiles' ? [picture] : []))
      tileWants.update(tiled, { width, height }, placement)
    }
    if (areMasksDirty) {
      paintMasks(scene, placement, { x: 0, y: 0, width, height })
    } else if (touched !== null) {
      const reach = scene.masks.reduce((most, { style }) => Math.max(most, style.outlineWidth), 0) + 2
      paintMasks(scene, placement, reachOnRaster(touched, placement, reach))
    }
    arePicturesDirty = false
    areMasksDirty = false
    touched = null
  }

  function resize(width: number, height: number): void {
    for (const canvas of [pictureCanvas, maskCanvas]) {
      canvas.width = width
      canvas.height = height
    }
    raster = new ImageData(width, height)
    arePicturesDirty = true
    areMasksDirty = true
  }

  function paintMasks(scene: PaneScene, placement: RasterPlacement, within: Rect): void {
    clearRaster(raster, within)
    scene.masks.forEach(({ mask, style }) => drawMask(raster, within, mask, placement, style))
    masks.putImageData(raster, 0, 0, within.x, within.y, within.width, within.height)
  }

  return {
    repaint() {
      arePicturesDirty = true
      areMasksDirty = true
      schedule()
    },
    repaintPictures() {
      arePicturesDirty = true
      schedule()
    },
    repaintMasks() {
      areMasksDirty = true
      schedule()
    },
    touch(rect) {
      touched = unionRect(touched, rect)
      schedule()
    },
    dispose() {
      cancelAnimationFrame(request)
      request = -1
      tileWants.clear()
      // a canvas without pixels gives its memory back at once
      for (const canvas of [pictureCanvas, maskCanvas]) {
        canvas.width = 0
        canvas.height = 0
      }
      raster = new ImageData(1, 1)
    },
  }
}

function devicePlacement({ placement, pixelRatio }: PaneScene): RasterPlacement {
  return {
    x: Math.round(placement.x * pixelRatio),
    y: Math.round(placement.y * pixelRatio),
    scale: placement.scale * pixelRatio,
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) {
    throw new Error('this browser gives no 2d canvas')
  }
  return context
}

interface RegionAppearance {
  category: string
  status: RegionStatus
  isSelected: boolean
  isHovered: boolean
  /** A mask of the other frame, shown for orientation. */
  isGhost: boolean
  /** No fill, where the colours below carry a meaning. */
  isOutline: boolean
}

/** Device pixels of everything grow with the pixel ratio; dashes say "not yet accepted". */
export function styleOf(appearance: RegionAppearance, opacity: number, pixelRatio: number): MaskStyle {
  const { category, status, isSelected, isHovered, isGhost, isOutline } = appearance
  const isRejected = status === 'rejected'
  const strength = (isRejected ? 0.2 : 1) * (isSelected || isHovered ? 1 : 0.8)
  const width = isSelected || isHovered ? 2 : 1.25
  return {
    color: channels(categoryColor(category)),
    fill: isGhost || isOutline ? 0 : Math.round(255 * opacity * strength),
    outline: isGhost ? 200 : isRejected ? 130 : 255,
    outlineWidth: Math.max(1, Math.round(width * pixelRatio)),
    dash: status === 'accepted' ? 0 : Math.round((isRejected ? 6 : 10) * pixelRatio),
    halo: isSelected ? 255 : 0,
    haloStrength: isSelected ? 255 : isRejected ? 0 : isGhost ? 80 : 120,
  }
}

/** `#rrggbb`. */
function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
