import { useLayoutEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Frame, PairDocument, Region } from '../../../src/domain/document'
import { paintRle } from '../../../src/mask/rle'
import { pictureUrl } from '../../engine'
import { useShownKey } from '../../state/mapping'
import styles from './Stale.module.css'

/** Pixels of the picture's longer side. */
const LONGEST = 420

/** A frame of the pair with the masks of one version: those in question in a colour, the others grey. */
export function VersionPicture(props: {
  open: OpenPair
  document: PairDocument
  frame: Frame
  regionIds: readonly string[]
  /** `#rrggbb` */
  color: string
  label: string
}): ReactElement {
  const { open, document, frame, regionIds, color, label } = props
  const { width, height } = open.pair
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const key = useShownKey(open.pair.window)
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context != null) {
      const present = document.regions.filter(({ status }) => status !== 'rejected')
      const marks = marksOf(present, regionIds, frame, open.pair)
      context.putImageData(painted(marks, open.pair, size, color), 0, 0)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- sizes follow from the pair
  }, [document, regionIds, frame, color, open.pair])
  return (
    <figure className={styles.picture}>
      <figcaption>
        <span className={styles.swatch} style={{ background: color }} aria-hidden />
        {label}
      </figcaption>
      <span className={styles.layers} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <img src={pictureUrl(open.pair.id, frame, open.version, key)} alt="" draggable={false} />
        <canvas ref={canvas} width={size.width} height={size.height} role="img" aria-label={label} />
      </span>
    </figure>
  )
}

/** One number a pixel of the image: 0 nothing, 1 another region, 2 one in question. */
function marksOf(
  regions: readonly Region[],
  ids: readonly string[],
  frame: Frame,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const marks = new Uint8Array(width * height)
  const ordered = [...regions].sort((a, b) => Number(ids.includes(a.id)) - Number(ids.includes(b.id)))
  for (const region of ordered) {
    const mask = frame === 'after' ? region.mask : region.beforeMask
    if (mask !== null && mask.size[0] === height && mask.size[1] === width) {
      paintRle(mask, marks, ids.includes(region.id) ? 2 : 1)
    }
  }
  return marks
}

function painted(
  marks: Uint8Array,
  full: { width: number; height: number },
  size: { width: number; height: number },
  color: string,
): ImageData {
  const image = new ImageData(size.width, size.height)
  const own = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
  for (let y = 0; y < size.height; y += 1) {
    const row = Math.min(full.height - 1, Math.floor(((y + 0.5) * full.height) / size.height)) * full.width
    for (let x = 0; x < size.width; x += 1) {
      const mark = marks[row + Math.min(full.width - 1, Math.floor(((x + 0.5) * full.width) / size.width))]
      if (mark > 0) {
        const [red, green, blue] = mark === 2 ? own : [160, 160, 160]
        image.data.set([red, green, blue, mark === 2 ? 190 : 90], 4 * (y * size.width + x))
      }
    }
  }
  return image
}
