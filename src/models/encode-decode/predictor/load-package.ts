import { join } from 'node:path'
import { MANIFEST_FILE, damaged } from '../../../packages/files'
import type { ModelManifest } from '../../../packages/manifest'
import { openPackage, readPackageWeights } from '../../../packages/read-package'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import type { FamilyModel, FamilyNetwork, FamilySizes } from '../../network'
import type { EncodeDecodeHooks } from '../../pair-data'

/** The graphs of a family, and in what it differs from the others. */
export interface EncodeDecodeParts {
  readonly network: FamilyNetwork
  readonly hooks: EncodeDecodeHooks
}

export interface LoadedModel {
  readonly model: FamilyModel
  readonly hooks: EncodeDecodeHooks
  readonly values: ReadonlyMap<string, Float32Array>
  readonly tokenizer: Tokenizer
  /** Names of the entities that are retrieved. */
  readonly entities: readonly string[]
}

/** Reads a package of the family. @throws PackageError, also for a package of another family */
export async function loadPackage(
  folder: string,
  { network, hooks }: EncodeDecodeParts,
): Promise<{ manifest: ModelManifest; parts: LoadedModel }> {
  const opened = await openPackage(folder, network.name)
  const { manifest, tokenizer } = opened
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const model = buildModelOf(network, sizes, { folder, without: manifest.without ?? [] })
  const values = await readPackageWeights(opened, model.parameters)
  return { manifest, parts: { model, hooks, values, tokenizer, entities: manifest.entities ?? [] } }
}

/** @throws PackageError for parts that the family does not have */
function buildModelOf(
  network: FamilyNetwork,
  sizes: FamilySizes,
  { folder, without }: { folder: string; without: readonly string[] },
): FamilyModel {
  try {
    return network.build(sizes, without)
  } catch (error) {
    if (error instanceof RangeError) {
      throw damaged(join(folder, MANIFEST_FILE), error.message, error)
    }
    throw error
  }
}
