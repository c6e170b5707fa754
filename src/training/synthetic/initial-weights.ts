import { initialValues } from '../../graph'
import type { Parameter } from '../../graph'
import { openPackage, readPackageWeights, type ModelPackage } from '../../packages/read-package'
import { ccrcLayout } from '../../models/ccrc/network/stages'
import { encoderValues } from '../../models/layers/encoder-parameters'
import type { SyntheticRunOptions } from './run-setup'

/** The weights of the first model, or random ones; with the encoder of a CCRC model where the run freezes one. @throws PackageError */
export async function loadInitialWeights(
  { seed, sight }: SyntheticRunOptions,
  start: ModelPackage | null,
  parameters: readonly Parameter[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const values =
    start === null ? initialValues(parameters, seed) : await readPackageWeights(start, parameters)
  if (sight === null) return values
  const encoder = await openPackage(sight, 'ccrc')
  const { manifest, tokenizer } = encoder
  const layout = ccrcLayout({ categories: manifest.categories.length, words: tokenizer.size })
  return new Map([
    ...values,
    ...encoderValues(await readPackageWeights(encoder, layout.parameters), parameters),
  ])
}
