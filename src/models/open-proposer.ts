import type { SessionOptions } from '../inference/sessions/session'
import { readManifest } from '../packages/read-package'
import type { ModelProposer } from './model-proposer'
import { familyOfPackage } from './registry'

/** The proposer of a package, by its family. @throws PackageError; Error where the provider cannot be used */
export async function openProposer(folder: string, options: SessionOptions): Promise<ModelProposer> {
  const family = familyOfPackage(await readManifest(folder), folder)
  const predictor = await family.predictor()
  return predictor.openProposer(folder, options)
}
