import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { fromHalf } from '../../src/graph/safetensors'

/** A TensorFlow.js graph model's nodes, and its weights of floating point. Integers are left out. */
export interface TfjsModel {
  nodes: readonly TfjsNode[]
  weights: ReadonlyMap<string, { shape: readonly number[]; values: Float32Array }>
}

export interface TfjsNode {
  name: string
  op: string
  input: readonly string[]
}

const weightSchema = z.object({
  name: z.string(),
  shape: z.array(z.int().min(0)),
  dtype: z.enum(['float32', 'int32', 'bool']),
  quantization: z.object({ dtype: z.literal('float16') }).optional(),
})
const modelSchema = z.object({
  format: z.literal('graph-model'),
  modelTopology: z.object({
    node: z.array(z.object({ name: z.string(), op: z.string(), input: z.array(z.string()).default([]) })),
  }),
  weightsManifest: z.tuple([z.object({ paths: z.tuple([z.string()]), weights: z.array(weightSchema) })]),
})

/** Source: tensorflow/tfjs, tfjs-core/src/io/io_utils.ts, decodeWeights. @throws Error where the file is another one */
export async function readTfjsModel(path: string): Promise<TfjsModel> {
  const { modelTopology, weightsManifest } = modelSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  const [{ paths, weights: entries }] = weightsManifest
  const bytes = await readFile(join(dirname(path), paths[0]))
  const weights = new Map<string, { shape: readonly number[]; values: Float32Array }>()
  let offset = 0
  for (const { name, shape, dtype, quantization } of entries) {
    const count = shape.reduce((product, side) => product * side, 1)
    const valueBytes = dtype === 'bool' ? 1 : quantization === undefined ? 4 : 2
    const part = Uint8Array.from(bytes.subarray(offset, offset + count * valueBytes)).buffer
    offset += count * valueBytes
    if (dtype === 'float32') {
      const values = quantization === undefined ? new Float32Array(part) : fromHalf(new Uint16Array(part))
      weights.set(name, { shape, values })
    }
  }
  if (offset !== bytes.length) {
    throw new Error(`${path} describes ${offset} bytes of weights, and there are ${bytes.length}`)
  }
  return { nodes: modelTopology.node, weights }
}
