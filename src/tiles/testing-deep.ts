import { deflateSync } from 'node:zlib'
import { ASCII, assemble, LONG, SHORT } from './testing'
import type { Tag, Written } from './testing'

interface DeepScene {
  width: number
  height: number
  /** Of each pixel of a tile, from 0 to `DEEP_SIDE` in a row; all bands and all levels are alike. */
  valueAt: (column: number) => number
  /** One band where absent. */
  bands?: number
  /** GDAL's descriptions of the bands. */
  names?: readonly string[]
  overviews?: number
  /** GDAL_NODATA, of the whole image alone or of its overviews too. */
  noData?: { text: string; isOnAll: boolean }
}

/** Of tiles, in pixels. */
export const DEEP_SIDE = 512
const NO_DATA = 42_113
const METADATA = 42_112

/** A tiled TIFF of 16 bits (Deflate) for tests. All tiles share their bytes: a file of any size is small. */
export function makeDeepTiff(scene: DeepScene): Buffer {
  const { valueAt, bands = 1 } = scene
  const row = Uint16Array.from({ length: DEEP_SIDE * bands }, (_, at) => valueAt(Math.floor(at / bands)))
  const tile = Buffer.concat(Array.from({ length: DEEP_SIDE }, () => Buffer.from(row.buffer)))
  const bytes = deflateSync(tile)
  const file: Written = { parts: [bytes], end: 8 + bytes.length }
  const levels = Array.from({ length: 1 + (scene.overviews ?? 0) }, (_, level) =>
    directory(scene, level, bytes.length),
  )
  return assemble(file, levels)
}

function directory({ bands = 1, names, noData, ...scene }: DeepScene, level: number, bytes: number): Tag[] {
  const [width, height] = [Math.ceil(scene.width / 2 ** level), Math.ceil(scene.height / 2 ** level)]
  const tiles = Array.from({ length: Math.ceil(width / DEEP_SIDE) * Math.ceil(height / DEEP_SIDE) })
  const tags: Tag[] = [
    [254, LONG, [level === 0 ? 0 : 1]],
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array.from({ length: bands }, () => 16)],
    [259, SHORT, [8]],
    [262, SHORT, [1]],
    [277, SHORT, [bands]],
    [322, LONG, [DEEP_SIDE]],
    [323, LONG, [DEEP_SIDE]],
    [324, LONG, tiles.map(() => 8)],
    [325, LONG, tiles.map(() => bytes)],
  ]
  if (bands > 1) {
    tags.push([338, SHORT, Array.from({ length: bands - 1 }, () => 0)])
  }
  if (names !== undefined && level === 0) {
    tags.push([METADATA, ASCII, textOf(metadataOf(names))])
  }
  if (noData !== undefined && (level === 0 || noData.isOnAll)) {
    tags.push([NO_DATA, ASCII, textOf(noData.text)])
  }
  return tags
}

function metadataOf(names: readonly string[]): string {
  const items = names.map(
    (name, at) => `<Item name="DESCRIPTION" sample="${at}" role="description">${name}</Item>`,
  )
  return `<GDALMetadata>${items.join('')}</GDALMetadata>`
}

function textOf(text: string): number[] {
  return [...Buffer.from(`${text}\0`, 'latin1')]
}
