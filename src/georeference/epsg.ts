import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'

/** A row of the EPSG database, as `epsg-index` has it. */
const rowSchema = z.object({
  code: z.string(),
  kind: z.string(),
  name: z.string(),
  /** Well-known text, version 1. */
  wkt: z.string().nullable(),
  proj4: z.string().nullable(),
  /** North, west, south, east in degrees. */
  bbox: z.array(z.number()).length(4).nullable(),
  unit: z.string().nullable(),
})
export type EpsgRow = z.infer<typeof rowSchema>

/** Of the kinds that an image can be in. */
const IMAGE_KINDS = new Set(['CRS-PROJCRS', 'CRS-GEOGCRS', 'CRS-GEOG3DCRS', 'CRS-COMPOUNDCRS'])

/** Larger ones in `epsg-index` are of Esri. */
const LARGEST_CODE = 32_766

interface Epsg {
  rows: Record<string, unknown>
  /** Codes by plain name, the smallest first. */
  codesByName: Map<string, number[]>
}

let loaded: Promise<Epsg> | null = null

/** 8 MB of JSON, which takes 70 ms: read when the first georeferenced image is met. */
function load(): Promise<Epsg> {
  loaded ??= (async () => {
    const path = createRequire(import.meta.url).resolve('epsg-index/all.json')
    const rows = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
    const codesByName = new Map<string, number[]>()
    for (const [code, row] of Object.entries(rows)) {
      const { name } = row as { name?: unknown }
      if (typeof name === 'string') {
        const plain = plainName(name)
        codesByName.set(plain, [...(codesByName.get(plain) ?? []), Number(code)])
      }
    }
    return { rows, codesByName }
  })()
  return loaded
}

/** Null for a code that is not there, or is none of a system that images are in. */
export async function epsgRow(code: number): Promise<EpsgRow | null> {
  const { rows } = await load()
  const row = rowSchema.safeParse(code <= LARGEST_CODE ? rows[String(code)] : null)
  return row.success && IMAGE_KINDS.has(row.data.kind) ? row.data : null
}

/** Systems of a name, however it is spelled: `WGS_1984_UTM_Zone_33N` and `WGS 84 / UTM zone 33N` are one. */
export async function epsgRowsNamed(name: string): Promise<EpsgRow[]> {
  const { codesByName } = await load()
  const found = await Promise.all((codesByName.get(plainName(name)) ?? []).map(epsgRow))
  return found.filter((row) => row !== null)
}

/** Esri writes years in full and underscores for spaces. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^gcs_/, '')
    .replaceAll(/\b(wgs|etrs|nad|ed)_?19(\d\d)/g, '$1$2')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
