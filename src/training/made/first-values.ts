import { initialValues } from '../../graph'
import type { Parameter } from '../../graph'
import { openPackage, readPackageWeights, type ModelPackage } from '../../packages/read-package'
import { ccrcLayout } from '../../systems/ccrc/inference'
import { sightOf } from '../../systems/blocks/sight'
import type { MadeRunOptions } from './run-setup'

/** A model's own values, or drawn ones; with the sight of a CCRC model where the run is told to keep one. @throws PackageError */
export async function firstValues(
  { seed, sight }: MadeRunOptions,
  start: ModelPackage | null,
  parameters: readonly Parameter[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const values =
    start === null ? initialValues(parameters, seed) : await readPackageWeights(start, parameters)
  if (sight === null) return values
  const seer = await openPackage(sight, 'ccrc')
  const { manifest, tokenizer } = seer
  const layout = ccrcLayout({ categories: manifest.categories.length, words: tokenizer.size })
  return new Map([...values, ...sightOf(await readPackageWeights(seer, layout.parameters), parameters)])
}
