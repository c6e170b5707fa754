import { decodeDbf } from '../../src/dataset/formats/geographic/dbf'
import { decodeGeometry } from '../../src/dataset/formats/geographic/gpkg-geometry'
import { decodeShapes } from '../../src/dataset/formats/geographic/shp'
import { crsOfCode, crsOfWkt } from '../../src/georeference/crs'
import { overlayOf } from '../../src/georeference/overlay'
import { readGeoKeys } from '../../src/georeference/geo-keys'
import { georeferenceForScreen } from '../../src/georeference/read'
import { SidecarError, transformOfWorldFile } from '../../src/georeference/sidecars'
import { readTiffTags } from '../../src/georeference/tiff-tags'
import { overlayInWords } from '../../src/frames/overlay-words'
import { HeaderError, memorySource } from '../../src/images/header/source'
import { tolerate } from '../tolerate'

/** Where an image lies, and polygons of maps. The first byte chooses the parser. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(async () => {
    try {
      await parse(data.at(0) ?? 0, data.subarray(1))
    } catch (error) {
      // both become the reason why a georeference is not used
      if (!(error instanceof HeaderError || error instanceof SidecarError)) {
        throw error
      }
    }
  })

const SYSTEMS = [32_632, 32_601, 4326, 3857, 3413, 2056, 4978]
const MOST_PIXELS = 2 ** 27

/** Twice: a system, width and height, and six numbers of a transform. */
async function layOver(bytes: Buffer): Promise<void> {
  const frames = []
  for (const start of [0, 53]) {
    const part = Buffer.alloc(53)
    bytes.subarray(start, start + 53).copy(part)
    const numbers = Array.from({ length: 6 }, (_, at) => part.readDoubleLE(5 + 8 * at))
    frames.push({
      crs: await crsOfCode(SYSTEMS[part[0] % SYSTEMS.length]),
      width: 1 + part.readUInt16LE(1),
      height: 1 + part.readUInt16LE(3),
      transform: numbers as [number, number, number, number, number, number],
    })
  }
  const [before, after] = frames
  const found = overlayOf({ before, after }, MOST_PIXELS)
  if (found !== null && !('reason' in found)) {
    const { width, height } = found.grid
    if (!(width >= 1 && height >= 1 && width * height <= MOST_PIXELS)) {
      throw new Error(`a grid of ${width} x ${height} pixels`)
    }
    overlayInWords({ overlay: found, reason: null, found: { before, after } })
  }
}

async function parse(kind: number, bytes: Buffer): Promise<void> {
  switch (kind % 7) {
    case 0:
      await readGeoKeys(await readTiffTags(memorySource(bytes)))
      break
    case 1: {
      const crs = await crsOfWkt(bytes.toString('utf8'))
      const transform = [600_000, 0.5, 0, 5_700_000, 0, -0.5] as const
      georeferenceForScreen({ transform: [...transform], crs, width: 100, height: 100 })
      break
    }
    case 2:
      transformOfWorldFile(bytes.toString('utf8'))
      break
    case 3:
      decodeShapes(bytes)
      break
    case 4:
      decodeDbf(bytes)
      break
    case 6:
      await layOver(bytes)
      break
    default:
      decodeGeometry(bytes)
  }
}
