import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import { createNetworkSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import { readNetwork, requireImported } from '../../packages/any-package'
import { PackageError } from '../../packages/files'
import { NETWORK_MANIFEST_FILE, wrongManifest } from '../../packages/network-manifest'
import type { NetworkManifest } from '../../packages/network-manifest'
import { message } from '../../messages/message'
import type { HeightWidth } from '../layers/sizes'

/** A map of one frame, of values as the network gives them. */
export interface OutputMap {
  readonly values: Float32Array
  readonly channels: number
  /** Between neighbouring pixels, and between the channels of one pixel. */
  readonly pixelStep: number
  readonly channelStep: number
}

/** How far a probability may be off 0 to 1 by arithmetic. */
const TOLERANCE = 1e-3

/** The network in a session, held against its manifest. One call at a time. */
export class NetworkRunner {
  private constructor(
    private readonly session: GraphSession,
    private readonly manifest: NetworkManifest,
    /** For messages: the network's file and the manifest. */
    private readonly paths: { readonly network: string; readonly manifest: string },
  ) {}

  /** @throws PackageError, also where the manifest tells of other inputs or outputs; Error of the runtime */
  static async open(
    folder: string,
    manifest: NetworkManifest,
    options: SessionOptions,
  ): Promise<NetworkRunner> {
    requireImported(folder, manifest)
    const paths = {
      network: join(folder, manifest.network.file),
      manifest: join(folder, NETWORK_MANIFEST_FILE),
    }
    const { bytes, data } = await readNetwork(folder, manifest)
    const external = data === null ? null : { name: manifest.network.data ?? '', bytes: data }
    const session = await createNetworkSession(bytes, external, paths.network, options)
    try {
      const runner = new NetworkRunner(session, manifest, paths)
      runner.checkInputs()
      runner.checkOutputs()
      return runner
    } catch (error) {
      await session.release()
      throw error
    }
  }

  /**
   * The maps of one tile, one for each name of `outputs.names`.
   * @param before in the frame of `after`, three bytes a pixel
   * @throws PackageError for outputs of another shape or type, and for values that are not finite or no probabilities
   */
  async run(before: Uint8Array, after: Uint8Array, [height, width]: HeightWidth): Promise<OutputMap[]> {
    const { inputs, outputs } = this.manifest
    const tensors =
      inputs.names.length === 2
        ? [before, after].map((pixels) => writeInput([pixels], inputs))
        : [writeInput([before, after], inputs)]
    const channels = inputs.names.length === 2 ? 3 : 6
    const shape = this.shapeOf(channels, [height, width])
    const feeds = Object.fromEntries(
      inputs.names.map((name, index) => [name, new Tensor('float32', tensors[index], shape)]),
    )
    const results = await this.session.run(feeds, outputs.names)
    return outputs.names.map((name) => this.readOutput(name, results[name], [height, width]))
  }

  release(): Promise<void> {
    return this.session.release()
  }

  private shapeOf(channels: number, [height, width]: HeightWidth): number[] {
    return this.manifest.inputs.layout === 'NCHW'
      ? [1, channels, height, width]
      : [1, height, width, channels]
  }

  private get channels(): number {
    return this.manifest.outputs.classes?.length ?? 1
  }

  private readOutput(name: string, output: Tensor, size: HeightWidth): OutputMap {
    const expected = this.shapeOf(this.channels, size)
    if (output.type !== 'float32') {
      throw this.wrongNetwork(
        `its output "${name}" is of ${output.type}, and float32 is read: export logits or probabilities`,
      )
    }
    if (output.dims.join() !== expected.join()) {
      throw this.wrongNetwork(
        `its output "${name}" has the shape [${output.dims.join(', ')}], and the manifest makes it [${expected.join(', ')}]`,
      )
    }
    const values = output.data as Float32Array
    this.checkValues(name, values)
    const area = size[0] * size[1]
    const isPlanar = this.manifest.inputs.layout === 'NCHW'
    return {
      values,
      channels: this.channels,
      pixelStep: isPlanar ? 1 : this.channels,
      channelStep: isPlanar ? area : 1,
    }
  }

  private checkValues(name: string, values: Float32Array): void {
    const [low, high] =
      this.manifest.outputs.values === 'logits'
        ? [-Number.MAX_VALUE, Number.MAX_VALUE]
        : [-TOLERANCE, 1 + TOLERANCE]
    const wrong = values.find((value) => !(value >= low && value <= high))
    if (wrong !== undefined) {
      throw this.wrongNetwork(
        Number.isFinite(wrong)
          ? `its output "${name}" holds ${wrong.toPrecision(3)}, which is no probability (outputs.values)`
          : `its output "${name}" holds values that are no finite numbers`,
      )
    }
  }

  private wrongNetwork(reason: string): PackageError {
    const path = this.paths.network
    return new PackageError('damaged', path, message('models.wrongNetwork', { path, reason }))
  }

  /** @throws PackageError that names the field of the manifest */
  private checkInputs(): void {
    const { inputs, size } = this.manifest
    const known = this.session.inputNames
    const missing = inputs.names.find((name) => !known.includes(name))
    if (missing !== undefined || known.length !== inputs.names.length) {
      const given = known.map((name) => `"${name}"`).join(', ')
      throw this.wrongField('inputs.names', `the network's inputs are ${given}`)
    }
    const sides: HeightWidth = size.kind === 'fixed' ? [size.height, size.width] : [-1, -1]
    const expected = this.shapeOf(inputs.names.length === 2 ? 3 : 6, sides)
    for (const name of inputs.names) {
      const meta = this.session.inputMetadata.find((one) => one.name === name)
      if (meta?.isTensor !== true || meta.type !== 'float32') {
        throw this.wrongField('inputs.type', `the input "${name}" is not of float32`)
      }
      this.checkShape(name, meta.shape, expected)
    }
  }

  /** A side of -1 may be any: the network must leave it open. */
  private checkShape(name: string, shape: readonly (number | string)[], expected: readonly number[]): void {
    const spelled = `the input "${name}" has the shape [${shape.join(', ')}]`
    if (shape.length === 0) {
      return // the network leaves it open
    }
    if (shape.length !== 4) {
      throw this.wrongField('inputs.layout', spelled)
    }
    const [channel, other] = this.manifest.inputs.layout === 'NCHW' ? [1, 3] : [3, 1]
    const wrong = shape.flatMap((side, axis) =>
      // a negative number or a name stands for a side that is open
      typeof side === 'string' || side < 0 || side === expected[axis] ? [] : [axis],
    )
    if (wrong.length > 0) {
      // channels in the wrong place explain wrong sides
      const isLayout = wrong.includes(channel) || shape[other] === expected[channel]
      const field = isLayout ? 'inputs.layout' : wrong.includes(0) ? 'inputs' : 'size'
      throw this.wrongField(field, `${spelled}, and the manifest makes it [${spellSides(expected)}]`)
    }
  }

  private checkOutputs(): void {
    const known = this.session.outputNames
    if (this.manifest.outputs.names.some((name) => !known.includes(name))) {
      const given = known.map((name) => `"${name}"`).join(', ')
      throw this.wrongField('outputs.names', `the network's outputs are ${given}`)
    }
  }

  private wrongField(field: string, reason: string): PackageError {
    return wrongManifest(this.paths.manifest, message('models.otherField', { field, reason }))
  }
}

function spellSides(sides: readonly number[]): string {
  return sides.map((side) => (side < 0 ? 'any' : side)).join(', ')
}

type Preparation = Pick<NetworkManifest['inputs'], 'layout' | 'range' | 'mean' | 'deviation' | 'channels'>

/**
 * Values of one input: (pixel in `range` - mean) / deviation.
 * @param frames three bytes a pixel, RGB; of several, the channels of the first come first
 */
export function writeInput(
  frames: readonly Uint8Array[],
  { layout, range, mean, deviation, channels }: Preparation,
): Float32Array {
  const area = frames[0].length / 3
  const total = 3 * frames.length
  const values = new Float32Array(total * area)
  const [pixelStep, channelStep] = layout === 'NCHW' ? [1, area] : [total, 1]
  frames.forEach((pixels, frame) => {
    for (let channel = 0; channel < 3; channel += 1) {
      const source = channels === 'RGB' ? channel : 2 - channel
      const scale = range[1] / 255 / deviation[channel]
      const shift = mean[channel] / deviation[channel]
      const start = (3 * frame + channel) * channelStep
      for (let at = 0; at < area; at += 1) {
        values[start + at * pixelStep] = pixels[3 * at + source] * scale - shift
      }
    }
  })
  return values
}
