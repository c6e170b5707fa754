import type { Handlers, ParsedInput } from '../contract/define'
import { failWith, messageOf } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { PackageError } from '../packages/package-error'
import { createDetector } from '../models/nanodet/detector'
import type { Detector } from '../models/nanodet/detector'
import { createRegionEncoder, REGION_ENCODER } from '../models/nanodet/region-features'
import type { RegionEncoder } from '../models/nanodet/region-features'
import { rectOf } from '../views/located-region'
import { describeRegions, nameProposal } from './naming'
import { alignedBefore } from './naming-frames'
import { CachedResource } from './proposer-cache'
import type { DecodedPair } from './decoded-pair-cache'
import type { WorkerCommands } from './worker-contract'

type NamingHandlers = Pick<Handlers<WorkerCommands>, 'encode' | 'name' | 'describe' | 'regionFeatures'>

interface Shared {
  threads: number
  decoded(frames: { before: string; after: string }): Promise<DecodedPair>
}

type Place = Pick<ParsedInput<WorkerCommands, 'encode'>, 'naming' | 'provider'>

/** Names of changed regions. The detector of the last package and provider is cached, and what it saw last. */
export function namingHandlers({ threads, decoded }: Shared): NamingHandlers {
  const detectors = new CachedResource<Detector>()
  const encoders = new CachedResource<RegionEncoder>()

  function detectorOn({ naming, provider }: Place): Promise<Detector> {
    const identity = `${provider} ${naming.detector}`
    return detectors.get(identity, () =>
      withNamingErrors(provider, () => createDetector(naming.detector, { provider, threads })),
    )
  }

  /** What breaks on a device is lost with all that lies on it. */
  async function running<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
    try {
      return await withNamingErrors(provider, work)
    } catch (error) {
      await Promise.all([detectors.drop(), encoders.drop()])
      throw error
    }
  }

  return {
    async encode(request) {
      const { before, after } = await decoded(request)
      const detector = await detectorOn(request)
      await running(request.provider, () => detector.encodeAll([before, after]))
      return null
    },
    async name(request) {
      const started = performance.now()
      const pair = await decoded(request)
      const detector = await detectorOn(request)
      const named = await running(request.provider, () => nameProposal(detector, pair, request))
      return { ...named, milliseconds: performance.now() - started }
    },
    async describe(request) {
      const started = performance.now()
      const pair = await decoded(request)
      const detector = await detectorOn(request)
      const told = await running(request.provider, () => describeRegions(detector, pair, request))
      return { ...told, milliseconds: performance.now() - started }
    },
    async regionFeatures(request) {
      const { naming, provider, regions, alignment } = request
      const pair = await decoded(request)
      const encoder = await encoders.get(`${provider} ${naming.detector}`, () =>
        withNamingErrors(provider, () => createRegionEncoder(naming.detector, { provider, threads })),
      )
      const boxes = regions.map(({ mask }) => rectOf(mask))
      const before = alignedBefore(pair, alignment)
      const features = await running(provider, () => encoder.encode(before, pair.after, boxes))
      return { encoder: REGION_ENCODER, features }
    },
  }
}

/** @throws ContractError `bad-model` for the package, `unavailable` off the CPU, else `internal` */
async function withNamingErrors<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = `Things cannot be named on ${provider}: ${messageOf(error)}`
    if (error instanceof PackageError) {
      throw failWith('unavailable', `Things cannot be named: ${error.message}`)
    }
    console.error(message)
    throw failWith(provider === 'cpu' ? 'internal' : 'unavailable', message)
  }
}
