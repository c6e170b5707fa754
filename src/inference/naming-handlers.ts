import { rectOf } from '../mask/measures'
import type { Handlers, ParsedInput } from '../contract/define'
import { failWith } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import type { SessionRuntime } from './sessions/model-session'
import { PackageError } from '../packages/files'
import { createDetector } from '../models/nanodet/detector'
import type { Detector } from '../models/nanodet/detector'
import { createRegionEncoder } from '../models/nanodet/region-features'
import type { RegionEncoder } from '../models/nanodet/region-features'
import { locateChanges } from './locating'
import type { LocateSources } from './locating'
import { describeRegions, nameProposal, alignedBefore } from './naming'
import { TaughtNames } from '../names/taught-names'
import type { TaughtName } from '../names/taught-names'
import { CachedResource } from './proposer-cache'
import type { DecodedPair } from './decoded-pair-cache'
import type { InferenceCommands } from './inference-contract'
import { message, messageTextOf } from '../messages/message'

type NamingHandlers = Pick<
  Handlers<InferenceCommands>,
  'name' | 'describe' | 'locate' | 'isTaught' | 'teach' | 'regionFeatures'
>

interface Shared {
  runtime: SessionRuntime
  decoded(frames: { before: string; after: string }): Promise<DecodedPair>
  /** Changes of the pair by a proposer, from its map at a threshold where it has one. */
  changesFor(request: LocateRequest): Promise<LocateSources['changesAt']>
}

type LocateRequest = ParsedInput<InferenceCommands, 'locate'>

type FeatureRequest = Pick<
  ParsedInput<InferenceCommands, 'regionFeatures'>,
  'naming' | 'provider' | 'regions' | 'alignment'
>
type TaughtRequest = FeatureRequest & Pick<ParsedInput<InferenceCommands, 'name'>, 'taught'>
type Place = Pick<ParsedInput<InferenceCommands, 'name'>, 'naming' | 'provider'>

/** Names of changed regions. */
export function namingHandlers({ runtime, decoded, changesFor }: Shared): NamingHandlers {
  const models = new NamingModels(runtime)
  let taught: { revision: string; names: TaughtNames } | null = null

  /** By region id. @throws ContractError `unavailable` if the process has not learnt from these examples */
  async function taughtNames(request: TaughtRequest, pair: DecodedPair): Promise<Map<string, TaughtName>> {
    if (request.taught === null) {
      return new Map()
    }
    if (taught?.revision !== request.taught) {
      throw failWith('unavailable', message('naming.notLearned'))
    }
    const { names } = taught
    const features = await models.featuresOf(request, pair)
    return new Map(
      features.flatMap((values, index) => {
        const name = names.nameFor(values)
        return name === null ? [] : [[request.regions[index].id, name]]
      }),
    )
  }

  return {
    async name(request) {
      const started = performance.now()
      const pair = await decoded(request)
      const names = await taughtNames(request, pair)
      const named = await models.detect(request, (detector) => nameProposal(detector, pair, request, names))
      return { ...named, milliseconds: performance.now() - started }
    },
    async describe(request) {
      const started = performance.now()
      const pair = await decoded(request)
      const described = await models.detect(request, (detector) => describeRegions(detector, pair, request))
      return { ...described, milliseconds: performance.now() - started }
    },
    locate: locateHandler(models, { decoded, changesFor }, taughtNames),
    isTaught: ({ revision }) => taught?.revision === revision,
    teach({ revision, examples }) {
      taught = { revision, names: new TaughtNames(examples) }
      return null
    },
    async regionFeatures(request) {
      return { features: await models.featuresOf(request, await decoded(request)) }
    },
  }
}

function locateHandler(
  models: NamingModels,
  { decoded, changesFor }: Pick<Shared, 'decoded' | 'changesFor'>,
  taughtNames: (request: TaughtRequest, pair: DecodedPair) => Promise<Map<string, TaughtName>>,
): NamingHandlers['locate'] {
  return async (request) => {
    const started = performance.now()
    const pair = await decoded(request)
    const changesAt = await changesFor(request)
    const located = await models.detect(request, (detector) => {
      const sources: LocateSources = {
        detector,
        changesAt,
        taughtNames: ({ regions, alignment }) =>
          taughtNames({ ...request, regions: [...regions], alignment }, pair),
      }
      return locateChanges(sources, pair, request)
    })
    return { ...located, milliseconds: performance.now() - started }
  }
}

/** The detector of the last package and provider, and its last detections. One call at a time. */
class NamingModels {
  private readonly detectors = new CachedResource<Detector>()
  private readonly encoders = new CachedResource<RegionEncoder>()

  constructor(private readonly runtime: SessionRuntime) {}

  async detect<T>({ naming, provider }: Place, work: (detector: Detector) => Promise<T>): Promise<T> {
    const detector = await this.detectors.get(`${provider} ${naming.detector}`, () =>
      withNamingErrors(provider, () => createDetector(naming.detector, { provider, ...this.runtime })),
    )
    return this.running(provider, () => work(detector))
  }

  async featuresOf(
    { naming, provider, regions, alignment }: FeatureRequest,
    pair: DecodedPair,
  ): Promise<Float32Array[]> {
    const encoder = await this.encoders.get(`${provider} ${naming.detector}`, () =>
      withNamingErrors(provider, () => createRegionEncoder(naming.detector, { provider, ...this.runtime })),
    )
    const boxes = regions.map(({ mask }) => rectOf(mask))
    const before = alignedBefore(pair, alignment)
    return this.running(provider, () => encoder.encode(before, pair.after, boxes))
  }

  /** After a failure on a device, all models on it are dropped. */
  private async running<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
    try {
      return await withNamingErrors(provider, work)
    } catch (error) {
      await Promise.all([this.detectors.drop(), this.encoders.drop()])
      throw error
    }
  }
}

/** @throws ContractError `bad-model` for the package, `unavailable` off the CPU, else `internal` */
async function withNamingErrors<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = message('naming.failedOn', { provider, reason: messageTextOf(error) })
    if (error instanceof PackageError) {
      throw failWith('unavailable', message('naming.failed', { reason: messageTextOf(error) }))
    }
    console.error(text.text)
    throw failWith(provider === 'cpu' ? 'internal' : 'unavailable', text)
  }
}
