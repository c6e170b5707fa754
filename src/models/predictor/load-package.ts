import { join } from 'node:path'
import { MANIFEST_FILE } from '../../packages/files'
import type { ModelManifest } from '../../packages/manifest'
import { damaged, PackageError } from '../../packages/package-error'
import { openPackage, readPackageWeights } from '../../packages/read-package'
import { FAMILIES } from '../registry'
import type { Family, FamilyModel, FamilySizes, FamilyUse } from '../family'
import type { Tokenizer } from '../../text/bpe/tokenizer'

export interface LoadedModel {
  readonly model: FamilyModel
  readonly use: FamilyUse
  readonly values: ReadonlyMap<string, Float32Array>
  readonly tokenizer: Tokenizer
  /** Names of the entities that are looked for. */
  readonly entities: readonly string[]
}

/** @throws PackageError for parts that the family does not have */
function buildFamilyModel(
  family: Family,
  sizes: FamilySizes,
  { folder, without }: { folder: string; without: readonly string[] },
): FamilyModel {
  try {
    return family.build(sizes, without)
  } catch (error) {
    if (error instanceof RangeError) {
      throw damaged(join(folder, MANIFEST_FILE), error.message, error)
    }
    throw error
  }
}

/** What a package of a family other than CCRC holds. @throws PackageError */
export async function loadPackage(
  folder: string,
): Promise<{ manifest: ModelManifest; family: Family; parts: LoadedModel }> {
  const opened = await openPackage(folder)
  const { manifest, tokenizer } = opened
  const family = FAMILIES.get(manifest.family)
  if (family === undefined || family.use === null) {
    throw new PackageError(
      'wrong-family',
      folder,
      `is a model of the family ${manifest.family}, which is not known here. Update Deltascribe, or choose another model.`,
    )
  }
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const model = buildFamilyModel(family, sizes, { folder, without: manifest.without ?? [] })
  const values = await readPackageWeights(opened, model.parameters)
  const entities = manifest.entities ?? []
  return { manifest, family, parts: { model, use: family.use, values, tokenizer, entities } }
}
