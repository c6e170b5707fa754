import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ContractError, failWith } from '../contract/errors'
import type { Precision, ProviderName } from '../contract/proposal'
import { PackageError } from '../packages/files'
import type { SessionRuntime } from './sessions/model-session'
import { DEFAULT_SETTINGS } from '../models/difference/settings'
import type { ModelProposal, ModelProposer } from '../models/model-proposer'
import { MAX_CACHED_PAIRS } from '../views/crop-view'
import type { DecodedPair } from './decoded-pair-cache'
import { createDifferenceProposer } from '../models/difference/proposer'
import type { DifferenceProposer, DifferenceProposal } from '../models/difference/proposer'
import { refineWith } from '../models/sam2/refine-outlines'
import { SegmentAnything } from '../models/sam2/segment-anything'
import type { ModelLocation } from '../models/sam2/segment-anything'
import { message, messageTextOf, messageFields } from '../messages/message'

/** The families, read when one is first needed: most processes open no model, and to read all takes as long as all else. */
export const families = () => import('../models/registry')

/** A cache of one resource, released when another is requested. One call at a time. */
export class CachedResource<T extends { release(): Promise<void> }> {
  private current: { identity: string; resource: T } | null = null

  /** @param identity of the resource; another identity replaces it */
  async get(identity: string, make: () => Promise<T>): Promise<T> {
    if (this.current?.identity !== identity) {
      await this.drop()
      this.current = { identity, resource: await make() }
    }
    return this.current.resource
  }

  /** Never throws: what lies on a device that was lost cannot be given back either. */
  async drop(): Promise<void> {
    const { current: old } = this
    this.current = null
    await old?.resource.release().catch((error: unknown) => console.error(`${old.identity}:`, error))
  }
}

/** Where a model's package lies, and the detector's that it may read the features of. */
export interface ModelPlace {
  readonly folder: string
  readonly detector: string | null
}

/** One proposer of each kind, created on the first request and cached for the next one. One call at a time. */
export class ProposerCache {
  private readonly difference = new CachedResource<DifferenceProposer>()
  private readonly outlines = new CachedResource<DifferenceProposer>()
  private readonly model = new CachedResource<ModelProposer>()
  /** In half precision or on the processor, while that is compared. */
  private readonly compared = new CachedResource<ModelProposer>()
  /** Of the last proposals, by the model's folder. */
  private readonly precisions = new Map<string, Precision>()
  /** Keys of the pairs that the model has proposed for, the last one last. */
  private proposedKeys: string[] = []

  constructor(private readonly runtime: SessionRuntime) {}

  /**
   * Measured difference, with outlines where a model pack's place is given.
   * @throws ContractError `unavailable` for what lies in the provider, as all may off the CPU; `internal`
   */
  async measure(
    { before, after }: DecodedPair,
    provider: ProviderName,
    outlines: ModelLocation | undefined,
  ): Promise<DifferenceProposal> {
    const proposer =
      outlines === undefined ? await this.differenceOn(provider) : await this.outlinesOn(outlines, provider)
    return this.withErrors('Measured difference', provider, () => proposer.propose(before, after))
  }

  /**
   * @param precision for a proposal; absent for a question, which takes that of the last proposal
   * @throws ContractError `bad-model` for what lies in the package, `unavailable` for what lies in the provider
   */
  async modelOn(place: ModelPlace, provider: ProviderName, precision?: Precision): Promise<ModelProposer> {
    const wanted = precision ?? this.precisions.get(place.folder) ?? 'full'
    const own = provider === 'cpu' ? 'full' : wanted
    this.precisions.set(place.folder, own)
    return this.model.get(await this.identityOf(place, provider, own), () => {
      this.proposedKeys = []
      return this.openModel(place, provider, own)
    })
  }

  /** The same model once more beside that of `modelOn`, until the next proposal. @throws ContractError as `modelOn` */
  async comparedModelOn(
    place: ModelPlace,
    provider: ProviderName,
    precision: Precision,
  ): Promise<ModelProposer> {
    const identity = await this.identityOf(place, provider, precision)
    return this.compared.get(identity, () => this.openModel(place, provider, precision))
  }

  private async identityOf(
    { folder, detector }: ModelPlace,
    provider: ProviderName,
    precision: Precision,
  ): Promise<string> {
    return `${provider} ${precision} ${folder} ${detector ?? ''} ${await filesIdentity(folder)}`
  }

  private openModel(
    { folder, detector }: ModelPlace,
    provider: ProviderName,
    precision: Precision,
  ): Promise<ModelProposer> {
    return withModelErrors(folder, provider, async () => {
      const { openProposer } = await families()
      return openProposer(folder, { provider, precision, ...this.runtime, detector })
    })
  }

  /** @param threshold of a pixel's probability; null for the model's own */
  async propose(
    model: ModelProposer,
    { before, after, key }: DecodedPair,
    threshold: number | null = null,
  ): Promise<ModelProposal> {
    await this.compared.drop()
    const draft = await model.propose(before, after, key, threshold)
    this.proposedKeys = [...this.proposedKeys.filter((proposed) => proposed !== key), key].slice(
      -MAX_CACHED_PAIRS,
    )
    return draft
  }

  /** Runs a proposal where the pair has none yet, so that its views are cached for the questions that follow. */
  async ensureProposed(model: ModelProposer, pair: DecodedPair): Promise<void> {
    if (!this.proposedKeys.includes(pair.key)) {
      await this.propose(model, pair)
    }
  }

  /**
   * An error of a running proposer may be caused by the pair or by the provider: the loss of a device affects all
   * that is cached on it.
   * @param name of the proposer, at the beginning of a sentence
   * @throws ContractError `internal` on the CPU, else `unavailable`
   */
  async withErrors<T>(name: string, provider: ProviderName, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      console.error(`${name} on ${provider}:`, error)
      if (provider !== 'cpu') {
        const held = [this.difference, this.outlines, this.model, this.compared]
        await Promise.all(held.map((one) => one.drop()))
      }
      if (error instanceof ContractError) {
        throw error
      }
      const code = provider === 'cpu' ? 'internal' : 'unavailable'
      throw failWith(code, message('proposals.broke', { name, provider, reason: messageTextOf(error) }))
    }
  }

  private differenceOn(provider: ProviderName): Promise<DifferenceProposer> {
    return this.difference.get(provider, () =>
      withProviderErrors(provider, () => createDifferenceProposer({ provider, ...this.runtime })),
    )
  }

  private outlinesOn(location: ModelLocation, provider: ProviderName): Promise<DifferenceProposer> {
    return this.outlines.get(`${provider} ${location.id} ${location.folder}`, async () => {
      const models = new SegmentAnything(location, provider, this.runtime)
      const proposer = await withProviderErrors(provider, () =>
        createDifferenceProposer({ provider, ...this.runtime }, DEFAULT_SETTINGS, refineWith(models)),
      )
      const release = async (): Promise<void> => {
        await models.release()
        await proposer.release()
      }
      return { ...proposer, release }
    })
  }
}

/** @throws ContractError `unavailable` */
async function withProviderErrors<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw failWith('unavailable', message('providers.broken', { provider, reason: messageTextOf(error) }))
  })
}

/**
 * An error of opening a model is caused by its package; on other providers than the CPU also by them.
 * @throws ContractError `bad-model` or `unavailable`
 */
export async function withModelErrors<T>(
  folder: string,
  provider: ProviderName,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PackageError) {
      throw new ContractError({ code: 'bad-model', path: error.path, ...messageFields(messageTextOf(error)) })
    }
    const text = message('proposals.modelFailed', { provider, folder, reason: messageTextOf(error) })
    throw provider === 'cpu'
      ? new ContractError({ code: 'bad-model', path: folder, ...messageFields(text) })
      : failWith('unavailable', text)
  }
}

/** A package that was replaced, or of which a file was, is another one. */
async function filesIdentity(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => [])
  const files = names.sort().map(async (name) => {
    const { mtimeMs = 0, size = 0 } = (await stat(join(folder, name)).catch(() => null)) ?? {}
    return `${name} ${mtimeMs} ${size}`
  })
  return (await Promise.all(files)).join(' ')
}
