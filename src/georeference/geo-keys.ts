import type { TiffTags } from './tiff-tags'
import { crsOfCode, crsOfWkt } from './crs'
import type { Crs } from './crs'

/** OGC GeoTIFF 1.1, section 7: ids of keys. */
const MODEL_TYPE = 1024
const RASTER_TYPE = 1025
const CITATION = 1026
const GEODETIC_CRS = 2048
const GEODETIC_CITATION = 2049
const PROJECTED_CRS = 3072
const PROJECTED_CITATION = 3073

const CITATIONS = [PROJECTED_CITATION, CITATION, GEODETIC_CITATION] as const

const MODEL_GEOGRAPHIC = 2
const PIXEL_IS_POINT = 2
const USER_DEFINED = 32_767

/** Where a key's value lies: in the directory itself, or in one of two other tags. */
const ASCII_PARAMETERS = 34_737

interface GeoKeys {
  /** Coordinates are of the middles of pixels, not of their corners. */
  isPixelPoint: boolean
  crs: Crs | null
  /** What the keys call the system, known or not: a code or a citation. Null where they call none. */
  system: string | null
}

/** The keys of a GeoTIFF. A directory that makes no sense counts as none. */
export async function readGeoKeys({ geoKeys, geoAscii }: TiffTags): Promise<GeoKeys> {
  const numbers = new Map<number, number>()
  const texts = new Map<number, string>()
  const count = Math.min(geoKeys?.[3] ?? 0, Math.floor(((geoKeys?.length ?? 0) - 4) / 4))
  for (let index = 0; index < count; index += 1) {
    const [key, tag, length, value] = geoKeys!.slice(4 + index * 4, 8 + index * 4)
    if (tag === 0) {
      numbers.set(key, value)
    } else if (tag === ASCII_PARAMETERS && geoAscii !== null) {
      texts.set(key, geoAscii.slice(value, value + length).replace(/[|\0]+$/, ''))
    }
  }
  return {
    isPixelPoint: numbers.get(RASTER_TYPE) === PIXEL_IS_POINT,
    crs: await crsOfKeys(numbers, texts),
    system: systemIn(numbers, texts),
  }
}

function systemIn(numbers: ReadonlyMap<number, number>, texts: ReadonlyMap<number, string>): string | null {
  const codes = [PROJECTED_CRS, GEODETIC_CRS].flatMap((key) => numbers.get(key) ?? [])
  const citations = CITATIONS.flatMap((key) => texts.get(key) ?? [])
  const names = [...codes.map(String), ...citations]
  return names.length === 0 ? null : names.join(' ')
}

async function crsOfKeys(
  numbers: ReadonlyMap<number, number>,
  texts: ReadonlyMap<number, string>,
): Promise<Crs | null> {
  const isGeographic = numbers.get(MODEL_TYPE) === MODEL_GEOGRAPHIC
  const code = numbers.get(isGeographic ? GEODETIC_CRS : PROJECTED_CRS)
  if (code !== undefined && code > 0 && code !== USER_DEFINED) {
    return crsOfCode(code)
  }
  for (const key of CITATIONS) {
    const crs = await crsOfCitation(texts.get(key) ?? '')
    if (crs !== null) {
      return crs
    }
  }
  return null
}

/** Esri puts the whole well-known text there: `ESRI PE String = PROJCS[...]`. */
async function crsOfCitation(text: string): Promise<Crs | null> {
  const start = text.search(/(?:PROJCS|GEOGCS|COMPD_CS)\s*\[/)
  return start === -1 ? null : crsOfWkt(text.slice(start).split('|')[0])
}
