import { decodeDbf } from '../../src/dataset/formats/geographic/dbf'
import { decodeGeometry } from '../../src/dataset/formats/geographic/gpkg-geometry'
import { decodeShapes } from '../../src/dataset/formats/geographic/shp'
import { crsOfWkt } from '../../src/georeference/crs'
import { readGeoKeys } from '../../src/georeference/geo-keys'
import { georeferenceForScreen } from '../../src/georeference/read'
import { SidecarError, transformOfWorldFile } from '../../src/georeference/sidecars'
import { readTiffTags } from '../../src/georeference/tiff-tags'
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

async function parse(kind: number, bytes: Buffer): Promise<void> {
  switch (kind % 6) {
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
    default:
      decodeGeometry(bytes)
  }
}
