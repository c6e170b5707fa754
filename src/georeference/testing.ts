import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { GeoTransform } from '../domain/affine'
import { crsOfCode } from './crs'
import type { Crs } from './crs'
import { worldFileOf } from './sidecars'
import { encodeGeoTiff } from './write-tiff'

/** For tests of georeferenced images. */

/** @throws Error where the code is unknown */
export async function knownCrs(code: number): Promise<Crs> {
  const crs = await crsOfCode(code)
  if (crs === null) {
    throw new Error(`EPSG:${code} is not known`)
  }
  return crs
}

/** In the middle of Germany, half a metre a pixel. */
export const UTM_32: GeoTransform = [600_000, 0.5, 0, 5_700_000, 0, -0.5]

interface MadeImage {
  width: number
  height: number
  /** Red, green and blue; a ramp where none are given. */
  data?: Uint8Array
  transform?: GeoTransform
  /** EPSG code; null for a system that is not known. */
  code?: number | null
}

/** Writes a GeoTIFF of three channels. */
export async function putGeoTiff(path: string, image: MadeImage): Promise<void> {
  const { width, height, transform = UTM_32, code = 32_632 } = image
  const data =
    image.data ?? Uint8Array.from({ length: width * height * 3 }, (_, at) => (Math.floor(at / 3) * 7) % 251)
  const crs = code === null ? null : await knownCrs(code)
  await writeFile(path, await encodeGeoTiff({ width, height, samples: 3, data }, transform, crs))
}

/** World file and projection beside an image that has no tags of its own. */
export async function putSidecars(
  image: string,
  transform: GeoTransform = UTM_32,
  code = 32_632,
): Promise<void> {
  const stem = image.replace(/\.[^.]*$/, '')
  await writeFile(`${stem}.wld`, worldFileOf(transform))
  await writeFile(`${stem}.prj`, (await knownCrs(code)).wkt)
}

/** Of GDAL's programs, which not every machine has. */
export function missingPrograms(names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' })
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
    }
  })
}
