import type { Raster } from '../../images/raster'
import type { NetworkManifest } from '../../packages/network-manifest'
import { startStopwatch } from '../../process/stopwatch'
import type { Stopwatch } from '../../process/stopwatch'
import { alignPair, proposalFromMap, unalignedPair } from '../change-map/map-proposal'
import type { AlignedPair } from '../change-map/map-proposal'
import type { ModelOptions } from '../family'
import type { ChangeMap, ModelProposal, ModelProposer } from '../model-proposer'
import { classRegions } from './class-regions'
import { NetworkRunner } from './network-runner'
import { mapPair } from './pair-maps'
import type { PairMaps } from './pair-maps'

/** A network of the user's own as a proposer. @throws PackageError; Error where the provider cannot be used */
export async function openNetworkProposer(
  folder: string,
  manifest: NetworkManifest,
  options: ModelOptions,
): Promise<ModelProposer> {
  const runner = await NetworkRunner.open(folder, manifest, options)
  const proposer = new NetworkProposer(runner, manifest)
  return {
    id: manifest.id,
    version: manifest.version,
    provider: options.provider,
    propose: (before, after, _key, threshold = null) => proposer.propose(before, after, threshold),
    proposeAt: (before, after, map, threshold) => proposer.proposeAt(before, after, map, threshold),
    tryOut: () => proposer.tryOut(),
    release: () => runner.release(),
  }
}

/** A pair with what the network said of it. */
interface MappedPair {
  readonly pair: AlignedPair
  readonly maps: PairMaps
}

class NetworkProposer {
  /** The last pair: moving the threshold asks for the same one again. */
  private last: MappedPair | null = null

  constructor(
    private readonly runner: NetworkRunner,
    private readonly manifest: NetworkManifest,
  ) {}

  async propose(before: Raster, after: Raster, threshold: number | null): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const mapped = await this.mapped(before, after, stopwatch)
    return this.cut(mapped, threshold ?? this.manifest.threshold, stopwatch)
  }

  /** A stored map has no classes: where there are some, the network runs again. */
  async proposeAt(before: Raster, after: Raster, map: ChangeMap, threshold: number): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const isLast = this.last?.pair.before === before && this.last.pair.after === after
    if (isLast && this.last !== null) {
      return this.cut(this.last, threshold, stopwatch)
    }
    if (this.manifest.outputs.classes !== undefined) {
      return this.cut(await this.mapped(before, after, stopwatch), threshold, stopwatch)
    }
    const pair = await this.align(before, after)
    stopwatch.lap('register')
    return this.cut({ pair, maps: { map, frames: [] } }, threshold, stopwatch)
  }

  /** Frames that are not square, as wide as two of the least sides. @throws PackageError */
  async tryOut(): Promise<void> {
    const { size } = this.manifest
    if (size.kind === 'multiple' && 2 * size.of <= size.largest) {
      const pixels = new Uint8Array(3 * size.of * 2 * size.of)
      await this.runner.run(pixels, pixels, [size.of, 2 * size.of])
    }
  }

  private align(before: Raster, after: Raster): Promise<AlignedPair> {
    return this.manifest.inputs.registered
      ? alignPair(before, after)
      : Promise.resolve(unalignedPair(before, after))
  }

  private async mapped(before: Raster, after: Raster, stopwatch: Stopwatch): Promise<MappedPair> {
    this.last = null
    const pair = await this.align(before, after)
    stopwatch.lap('register')
    const maps = await mapPair(this.runner, this.manifest, pair)
    stopwatch.lap('detect')
    this.last = { pair, maps }
    return this.last
  }

  private cut({ pair, maps }: MappedPair, threshold: number, stopwatch: Stopwatch): ModelProposal {
    const regions = classRegions(maps, threshold, this.manifest)
    return proposalFromMap(pair, { name: 'network', map: maps.map, ...regions }, stopwatch)
  }
}
