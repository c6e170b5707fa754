import { readManifest } from '../packages/read-package'
import { hasOwnPredictor } from '../models/predictor/supported-questions'
import { createCcrcProposer } from '../models/ccrc/proposer'
import { createFamilyProposer } from '../models/predictor/family-proposer'
import type { ModelProposer } from '../models/predictor/model-proposer'
import type { SessionOptions } from './sessions/session'

/** The proposer of a package, by its family. @throws PackageError; Error where the provider cannot be used */
export async function openProposer(folder: string, options: SessionOptions): Promise<ModelProposer> {
  const { family } = await readManifest(folder)
  return hasOwnPredictor(family) ? createCcrcProposer(folder, options) : createFamilyProposer(folder, options)
}
