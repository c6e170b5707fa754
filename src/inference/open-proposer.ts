import { readManifest } from '../packages/read-package'
import { hasOwnProposer } from './answers'
import { createCcrcProposer } from './ccrc/proposer'
import { createFamilyProposer } from './family/proposer'
import type { ModelProposer } from './model-proposer'
import type { SessionOptions } from './session'

/** The proposer of a package, by its family. @throws PackageError; Error where the provider cannot be used */
export async function openProposer(folder: string, options: SessionOptions): Promise<ModelProposer> {
  const { family } = await readManifest(folder)
  return hasOwnProposer(family) ? createCcrcProposer(folder, options) : createFamilyProposer(folder, options)
}
