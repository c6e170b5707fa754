import { join } from 'node:path'
import { z } from 'zod'
import type { Parameter } from '../../graph'
import { MANIFEST_FILE, parseJson, readLimited, SIZE_LIMITS, damaged, wrongField } from '../../packages/files'
import { weightsSchema } from '../../packages/manifest'
import { readPackageWeights } from '../../packages/read-package'
import { sha256Schema } from '../../process/sha256'

/** `model.json` of the detector's package, which `npm run build` makes (build/detector). It is of no family. */
const manifestSchema = z.object({
  format: z.literal(1),
  id: z.literal('nanodet-g-416'),
  version: z.string().min(1).max(40),
  weights: weightsSchema,
  source: z.object({
    package: z.string(),
    version: z.string(),
    /** SHA-256 of each file that the weights come from. */
    files: z.record(z.string(), sha256Schema),
    upstream: z.string(),
    licence: z.string(),
  }),
})
export type DetectorManifest = z.infer<typeof manifestSchema>

export const DETECTOR_ID = 'nanodet-g-416'

/** @throws PackageError */
export async function readDetectorManifest(folder: string): Promise<DetectorManifest> {
  const path = join(folder, MANIFEST_FILE)
  const json = parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE]))
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) {
    const [{ path: at, message: reason }] = parsed.error.issues
    throw damaged(path, wrongField(at.join('.'), reason))
  }
  return parsed.data
}

/** The values of every parameter, float32. @throws PackageError */
export async function readDetectorWeights(
  folder: string,
  parameters: readonly Parameter[],
): Promise<Map<string, Float32Array>> {
  const manifest = await readDetectorManifest(folder)
  return readPackageWeights({ folder, manifest }, parameters)
}
