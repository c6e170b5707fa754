import { streamSeed } from './random'
import { parseSafetensors, SafetensorsError, writeSafetensors } from './safetensors'
import type { WriteOptions } from './safetensors'
import type { Parameter } from './tensor'

/** The bytes of a safetensors file with every parameter under its name. */
export function writeWeights(
  parameters: readonly Parameter[],
  values: ReadonlyMap<string, Float32Array>,
  options: WriteOptions = {},
): Uint8Array {
  const tensors = parameters.map(({ shape, source: { name } }) => {
    const data = values.get(name)
    if (data === undefined) {
      throw new RangeError(`no values for parameter ${name}`)
    }
    return [name, { shape, values: data }] as const
  })
  return writeSafetensors(new Map(tensors), options)
}

/** Whole weights, of another model. */
export class ModelMismatchError extends SafetensorsError {}

/**
 * The values of every parameter; initial ones for parameters that were added to the model after the file was
 * written.
 * @throws ModelMismatchError where the file lacks another one, has another shape for it, or holds a tensor that the
 * model does not have; SafetensorsError where it cannot be read
 */
export function readWeights(
  parameters: readonly Parameter[],
  bytes: Uint8Array,
  file = 'the data',
): Map<string, Float32Array> {
  const { tensors } = parseSafetensors(bytes, file)
  const values = new Map<string, Float32Array>()
  for (const { shape, source } of parameters) {
    const stored = tensors.get(source.name)
    const expected = `${source.name} as [${shape.join(', ')}]`
    if (stored === undefined && !source.isLater) {
      throw new ModelMismatchError(file, `the model needs ${expected}`)
    }
    if (stored !== undefined && stored.shape.join() !== shape.join()) {
      throw new ModelMismatchError(file, `the model needs ${expected}, not [${stored.shape.join(', ')}]`)
    }
    values.set(source.name, stored?.values ?? source.initializer(shape, streamSeed(0, source.name)))
  }
  const unknown = [...tensors.keys()].find((name) => !values.has(name))
  if (unknown !== undefined) {
    throw new ModelMismatchError(file, `the model has no parameter ${unknown}`)
  }
  return values
}
