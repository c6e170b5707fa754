import type { Raster } from '../../src/images/raster'
import type { ChangeMap } from '../../src/models/model-proposer'

export interface Mirror {
  readonly across: boolean
  readonly down: boolean
}

/** The picture itself first, then the one that a picture with an upside may have. */
export const MIRRORS: readonly Mirror[] = [
  { across: false, down: false },
  { across: true, down: false },
  { across: false, down: true },
  { across: true, down: true },
]

export function mirroredRaster({ width, height, data }: Raster, mirror: Mirror): Raster {
  const out = new Uint8Array(data.length)
  eachMirrored(width, height, mirror, (from, to) => {
    out[3 * to] = data[3 * from]
    out[3 * to + 1] = data[3 * from + 1]
    out[3 * to + 2] = data[3 * from + 2]
  })
  return { width, height, data: out }
}

export function mirroredMap({ width, height, values }: ChangeMap, mirror: Mirror): ChangeMap {
  const out = new Float32Array(values.length)
  eachMirrored(width, height, mirror, (from, to) => {
    out[to] = values[from]
  })
  return { width, height, values: out }
}

export function meanMap(maps: readonly ChangeMap[]): ChangeMap {
  const [{ width, height, values }] = maps
  const out = new Float32Array(values.length)
  for (const map of maps) {
    for (let at = 0; at < out.length; at += 1) {
      out[at] += map.values[at] / maps.length
    }
  }
  return { width, height, values: out }
}

function eachMirrored(
  width: number,
  height: number,
  { across, down }: Mirror,
  copy: (from: number, to: number) => void,
): void {
  for (let y = 0; y < height; y += 1) {
    const row = (down ? height - 1 - y : y) * width
    for (let x = 0; x < width; x += 1) {
      copy(row + (across ? width - 1 - x : x), y * width + x)
    }
  }
}
