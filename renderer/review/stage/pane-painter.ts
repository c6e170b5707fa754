import type { Rect } from '../../../src/mask/bitmap'
import { clearRaster, drawMask, reachOnRaster } from '../paint/mask-raster'
import type { MaskStyle, RasterPlacement } from '../paint/mask-raster'
import { unionRect } from '../paint/rect'
import type { TileMask } from '../paint/tile-mask'
import type { Placement } from './camera'
import { drawPicture } from './picture-painter'
import type { PictureLayer } from './picture-painter'
import type { Size } from './points'

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
  /** Everything, for a new view. */
  repaint: () => void
  /** All pictures, for another share of them. */
  repaintPictures: () => void
  /** All masks, for new styles. */
  repaintMasks: () => void
  /** What lies over these image pixels. */
  touch: (rect: Rect) => void
  dispose: () => void
}

export function createPanePainter(
  pictureCanvas: HTMLCanvasElement,
  maskCanvas: HTMLCanvasElement,
  read: () => PaneScene,
): PanePainter {
  const pictures = contextOf(pictureCanvas)
  const masks = contextOf(maskCanvas)
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
      scene.pictures.forEach((layer) => drawPicture(pictures, layer, scene.image, placement))
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
