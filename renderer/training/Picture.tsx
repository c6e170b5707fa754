import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import type { PictureKind } from '../../src/contract/picture'
import type { Region } from '../../src/domain/document'
import { pictureUrl } from '../engine'
import { useAnyKey } from '../state/mapping'
import { categoryColor } from '../components/colors'
import styles from './ComparedPair.module.css'
import { decodeCounts } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'

interface PictureProps {
  pairId: number
  kind: PictureKind
  /** For those who cannot see it. */
  name: string
  /** Drawn over it, in the frame of the picture. */
  regions?: readonly Pick<Region, 'category' | 'mask'>[]
}

const NONE: NonNullable<PictureProps['regions']> = []

/** A frame of a pair, with regions in the colours of their categories. */
export function Picture({ pairId, kind, name, regions = NONE }: PictureProps): ReactElement {
  const key = useAnyKey()
  return (
    <span className={styles.picture}>
      <img src={pictureUrl(pairId, kind, 0, key)} alt={name} decoding="async" draggable={false} />
      {regions.length === 0 ? null : <Masks regions={regions} />}
    </span>
  )
}

/** Pixels on the long side: as many as a pane shows. */
const LONG_SIDE = 512

function Masks({ regions }: { regions: readonly Pick<Region, 'category' | 'mask'>[] }): ReactElement {
  const canvas = useRef<HTMLCanvasElement | null>(null)
  const [sourceHeight, sourceWidth] = regions[0].mask.size
  const scale = Math.min(1, LONG_SIDE / Math.max(sourceWidth, sourceHeight))
  const width = Math.max(1, Math.round(sourceWidth * scale))
  const height = Math.max(1, Math.round(sourceHeight * scale))
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null
    if (context !== null) {
      const image = context.createImageData(width, height)
      regions.forEach((region) => draw(image, region))
      context.putImageData(image, 0, 0)
    }
  }, [regions, width, height])
  return <canvas ref={canvas} width={width} height={height} aria-hidden />
}

const FILL = 90

/** Filled faintly, with an outline of two pixels. */
function draw(
  { data, width, height }: ImageData,
  { category, mask }: Pick<Region, 'category' | 'mask'>,
): void {
  const bits = maskAtSize(mask, width, height)
  const colour = Number.parseInt(categoryColor(category).slice(1), 16)
  const isSet = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && bits[y * width + x] === 1
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isSet(x, y)) {
        const isEdge = !isSet(x - 2, y) || !isSet(x + 2, y) || !isSet(x, y - 2) || !isSet(x, y + 2)
        const at = (y * width + x) * 4
        data.set([colour >> 16, (colour >> 8) & 255, colour & 255], at)
        data[at + 3] = Math.max(data[at + 3], isEdge ? 255 : FILL)
      }
    }
  }
}

/**
 * A mask at another size, one byte a pixel, row-major: each pixel is what lies under its middle. Runs are
 * looked up, so that a large image costs no more than a small picture. @throws RleError
 */
export function maskAtSize(
  { size: [sourceHeight, sourceWidth], counts }: Rle,
  width: number,
  height: number,
): Uint8Array {
  const runs = decodeCounts(counts)
  const ends = new Float64Array(runs.length)
  let end = 0
  for (const [index, run] of runs.entries()) {
    end += run
    ends[index] = end
  }
  const data = new Uint8Array(width * height)
  for (let x = 0; x < width; x += 1) {
    const column = Math.floor(((x + 0.5) * sourceWidth) / width) * sourceHeight
    for (let y = 0; y < height; y += 1) {
      const at = column + Math.floor(((y + 0.5) * sourceHeight) / height)
      data[y * width + x] = runAt(ends, at) % 2
    }
  }
  return data
}

/** The run that holds a pixel; runs at even places are 0. */
function runAt(ends: Float64Array, at: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle] > at) {
      high = middle
    } else {
      low = middle + 1
    }
  }
  return low === ends.length ? 0 : low
}
