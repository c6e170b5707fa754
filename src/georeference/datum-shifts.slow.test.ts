import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { crsOfCode } from './crs'
import { converterOf } from './ground'
import { missingPrograms } from './testing'

/** One system of each datum and projection of the database, in the middle of its area, beside GDAL. */

const missing = missingPrograms(['gdaltransform'])
const why = missing.length === 0 ? '' : ' [needs gdaltransform]'

/** Metres. GDAL may take another shift of the same datum. */
const CLOSE = 5
/** Within this lie systems that are marked as approximate, but for those below. */
const NEAR = 250

/** By more than that, up to 770 m: old datums of islands and of parts of Africa and Asia. */
const FURTHER: ReadonlySet<number> = new Set([
  2040, 2164, 3148, 3986, 4132, 4142, 4144, 4220, 4415, 4475, 4695, 4718, 22_032, 23_946, 29_220,
])

interface Row {
  code: string
  kind: string
  proj4: string | null
  bbox: [north: number, west: number, south: number, east: number] | null
  wkt: string | null
}

function differentRows(): Row[] {
  const path = createRequire(import.meta.url).resolve('epsg-index/all.json')
  const rows = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Row>)
  const seen = new Set<string>()
  return rows.filter(({ code, kind, proj4, bbox, wkt }) => {
    if (!/^CRS-(?:PROJ|GEOG)CRS$/.test(kind) || proj4 === null || bbox === null || Number(code) > 32_766) {
      return false
    }
    const datum =
      /\+(?:towgs84|nadgrids|datum)=\S+/.exec(proj4)?.[0] ?? /GEOGCS\["[^"]*"/.exec(wkt ?? '')?.[0]
    const key = `${datum} ${/\+proj=\S+/.exec(proj4)?.[0]}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** Metres between GDAL's place and ours; null where one of them does not know the system. */
async function distanceOf({ code, bbox }: Row): Promise<{ metres: number; isApproximate: boolean } | null> {
  const crs = await crsOfCode(Number(code))
  const [north, west, south, east] = bbox!
  const place = { longitude: (west + (east < west ? east + 360 : east)) / 2, latitude: (north + south) / 2 }
  const converter = crs === null ? null : converterOf(crs)
  const map = converter?.toMap(place) ?? null
  if (crs === null || converter === null || map === null) {
    return null
  }
  const ours = converter.toPlace(...map)!
  const args = ['-s_srs', `EPSG:${code}`, '-t_srs', 'OGC:CRS84', '-output_xy']
  try {
    const answer = execFileSync('gdaltransform', args, {
      input: `${map.join(' ')}\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const [longitude, latitude] = answer.trim().split(' ').map(Number)
    const turn = ((ours.longitude - longitude + 540) % 360) - 180
    const across = turn * Math.cos((latitude * Math.PI) / 180)
    return {
      metres: Math.hypot(across, ours.latitude - latitude) * 111_320,
      isApproximate: crs.isDatumApproximate,
    }
  } catch {
    return null
  }
}

describe.skipIf(missing.length > 0)(`all datums${why}`, () => {
  test('lie where GDAL has them, or are marked as approximate', async () => {
    let count = 0
    const off: string[] = []
    for (const row of differentRows()) {
      const found = await distanceOf(row)
      count += found === null ? 0 : 1
      const most = found?.isApproximate === true ? NEAR : CLOSE
      if (found !== null && !(found.metres < most) && !FURTHER.has(Number(row.code))) {
        off.push(`EPSG:${row.code} ${found.metres.toFixed(1)} m`)
      }
    }
    expect(off).toEqual([])
    expect(count).toBeGreaterThan(800)
  })
})
