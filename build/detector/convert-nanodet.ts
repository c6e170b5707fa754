import { detectorNetwork } from '../../src/models/nanodet/network/network'
import { readTfjsModel } from './tfjs-weights'
import type { TfjsModel } from './tfjs-weights'

/**
 * NanoDet's weights under the names of `src/models/nanodet/network`, in its layout. The export numbers its
 * convolutions as the network makes them, each followed by the addition of its bias.
 * @throws Error where the file holds another network
 */
export async function convertNanodet(path: string): Promise<ReadonlyMap<string, Float32Array>> {
  const model = await readTfjsModel(path)
  const convolutions = model.nodes
    .filter(({ op }) => op === 'Conv2D')
    .toSorted((a, b) => numberOf(a.name) - numberOf(b.name))
  const { parameters } = detectorNetwork()
  if (parameters.length !== 2 * convolutions.length) {
    throw new Error(`${path} has ${convolutions.length} convolutions, not ${parameters.length / 2}`)
  }
  const values = new Map<string, Float32Array>()
  for (const [index, { name, input }] of convolutions.entries()) {
    const addition = model.nodes.find(({ op, input: [first] }) => op === 'Add' && first === name)
    const [kernel, bias] = [parameters[2 * index], parameters[2 * index + 1]]
    values.set(kernel.source.name, kernelOf(model, input[1], kernel.shape))
    values.set(bias.source.name, weightOf(model, addition?.input[1] ?? '', bias.shape))
  }
  return values
}

/** `PartitionedCall/convolution_12` -> 12; the first has no number. */
function numberOf(name: string): number {
  return Number(/_(\d+)$/.exec(name)?.[1] ?? 0)
}

/** TensorFlow's [kh, kw, in, out] as [out, in, kh, kw]. */
function kernelOf(model: TfjsModel, name: string, shape: readonly number[]): Float32Array {
  const [outputs, inputs, height, width] = shape
  const stored = weightOf(model, name, [height, width, inputs, outputs])
  const values = new Float32Array(stored.length)
  const places = height * width
  for (let place = 0, from = 0; place < places; place += 1) {
    for (let channel = 0; channel < inputs; channel += 1) {
      for (let output = 0; output < outputs; output += 1, from += 1) {
        values[(output * inputs + channel) * places + place] = stored[from]
      }
    }
  }
  return values
}

function weightOf({ weights }: TfjsModel, name: string, shape: readonly number[]): Float32Array {
  const found = weights.get(name)
  if (found === undefined || found.shape.join() !== shape.join()) {
    throw new Error(`weight ${name} is [${found?.shape.join(', ') ?? ''}], not [${shape.join(', ')}]`)
  }
  return found.values
}
