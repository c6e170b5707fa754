import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { applyAffine } from '../domain/affine'
import type { GeoTransform } from '../domain/affine'
import { putGeoTiff, putSidecars, UTM_32 } from '../georeference/testing'
import { encodePng } from '../images/raster'
import type { Raster } from '../images/raster'

/** For tests of frames that show one ground on two grids. */

const [LEFT, , , TOP] = UTM_32

/** North up, with its corner so many metres east and south of the usual one. */
export function sceneAt(east: number, south: number, pixel: number): GeoTransform {
  return [LEFT + east, pixel, 0, TOP - south, 0, -pixel]
}

/** Metres east and south of the corner of the usual place. */
export const HOUSE = { west: 40, north: 30, east: 58, south: 42 }

interface Scene {
  transform: GeoTransform
  width: number
  height: number
  hasHouse: boolean
}

/** The same fields at every resolution; a house stands on them, or does not. */
export function sceneOf({ transform, width, height, hasHouse }: Scene): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = applyAffine(transform, (pixel % width) + 0.5, Math.floor(pixel / width) + 0.5)
    const [east, south] = [x - LEFT, TOP - y]
    const isHouse = hasHouse && isInHouse(east, south)
    const field = Math.sin(Math.floor(east / 14) * 12.9898 + Math.floor(south / 11) * 78.233)
    const rough = Math.sin(east / 1.7) * Math.cos(south / 2.3) + Math.sin((east + 2 * south) / 5)
    const grey = 105 + 30 * field + 8 * rough
    data.set(isHouse ? [220, 60, 50] : [grey, grey + 6, grey - 8], pixel * 3)
  }
  return { width, height, data }
}

function isInHouse(east: number, south: number): boolean {
  return east >= HOUSE.west && east < HOUSE.east && south >= HOUSE.north && south < HOUSE.south
}

/** One byte a pixel: 255 where the house is. */
export function houseMask({ transform, width, height }: Omit<Scene, 'hasHouse'>): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, pixel) => {
    const [x, y] = applyAffine(transform, (pixel % width) + 0.5, Math.floor(pixel / width) + 0.5)
    return isInHouse(x - LEFT, TOP - y) ? 255 : 0
  })
}

/** A GeoTIFF, or a PNG with its world file and projection. */
export async function putScene(path: string, scene: Scene): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const raster = sceneOf(scene)
  if (path.endsWith('.png')) {
    await writeFile(path, await encodePng(raster))
    await putSidecars(path, scene.transform)
  } else {
    await putGeoTiff(path, { ...raster, transform: scene.transform })
  }
}
