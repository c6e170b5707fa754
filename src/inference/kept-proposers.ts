import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ContractError, failWith } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { manifestFile } from '../packages/files'
import { PackageError } from '../packages/package-error'
import { defaultSettings } from './difference/settings'
import type { ModelDraft, ModelProposer } from './model-proposer'
import { openProposer } from './open-proposer'
import { KEPT_PAIRS } from './closer/kept-pairs'
import type { DecodedPair } from './pair-cache'
import { createDifferenceProposer } from './propose'
import type { DifferenceProposer } from './propose'
import { refineWith } from './sam2/refine'
import { SegmentAnything } from './sam2/segment-anything'
import type { ModelPlace } from './sam2/segment-anything'

interface Kept<T> {
  /** What it was made from; another wish is another proposer. */
  identity: string
  proposer: T
}

/** One proposer of each kind, made when first asked for and kept for the next request. One call at a time. */
export class KeptProposers {
  private readonly threads: number
  private difference: Kept<DifferenceProposer> | null = null
  private outlines: Kept<DifferenceProposer> | null = null
  private model: Kept<ModelProposer> | null = null
  /** Keys of the pairs that the model has looked at, the last one last. */
  private lookedAt: string[] = []

  constructor(threads: number) {
    this.threads = threads
  }

  /** @throws ContractError `unavailable` */
  async differenceOn(provider: ProviderName): Promise<DifferenceProposer> {
    if (this.difference?.identity !== provider) {
      await this.difference?.proposer.release()
      this.difference = null
      const proposer = await createDifferenceProposer({ provider, threads: this.threads }).catch(
        (error: unknown) => {
          throw failWith('unavailable', `${provider} cannot be used: ${reasonOf(error)}`)
        },
      )
      this.difference = { identity: provider, proposer }
    }
    return this.difference.proposer
  }

  /** Measured difference with the outlines of a model pack. @throws ContractError `unavailable` */
  async outlinesOn(place: ModelPlace, provider: ProviderName): Promise<DifferenceProposer> {
    const identity = `${provider} ${place.id} ${place.folder}`
    if (this.outlines?.identity !== identity) {
      await this.outlines?.proposer.release()
      this.outlines = null
      const { threads } = this
      const models = new SegmentAnything(place, provider, threads)
      const made = await createDifferenceProposer(
        { provider, threads },
        defaultSettings,
        refineWith(models),
      ).catch((error: unknown) => {
        throw failWith('unavailable', `${provider} cannot be used: ${String(error)}`)
      })
      const release = async (): Promise<void> => {
        await made.release()
        await models.release()
      }
      this.outlines = { identity, proposer: { ...made, release } }
    }
    return this.outlines.proposer
  }

  /** @throws ContractError `bad-model` for what lies in the package, `unavailable` for what lies in the provider */
  async modelOn(folder: string, provider: ProviderName): Promise<ModelProposer> {
    const identity = `${provider} ${folder} ${await changedAt(folder)}`
    if (this.model?.identity !== identity) {
      await this.model?.proposer.release()
      this.model = null
      this.lookedAt = []
      const proposer = await makingModel(folder, provider, () =>
        openProposer(folder, { provider, threads: this.threads }),
      )
      this.model = { identity, proposer }
    }
    return this.model.proposer
  }

  async propose(model: ModelProposer, { before, after, key }: DecodedPair): Promise<ModelDraft> {
    const draft = await model.propose(before, after, key)
    this.lookedAt = [...this.lookedAt.filter((known) => known !== key), key].slice(-KEPT_PAIRS)
    return draft
  }

  /** Aligned, and with a close look at small things, as a proposal needs it; kept for the questions that follow. */
  async look(model: ModelProposer, pair: DecodedPair): Promise<void> {
    if (!this.lookedAt.includes(pair.key)) {
      await this.propose(model, pair)
    }
  }
}

/**
 * What goes wrong where a model is made lies in its package; on other providers than the CPU also in them.
 * @throws ContractError `bad-model` or `unavailable`
 */
export async function makingModel<T>(
  folder: string,
  provider: ProviderName,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PackageError) {
      throw new ContractError({ code: 'bad-model', path: error.path, message: error.message })
    }
    const message = `${provider} cannot run the model in ${folder}: ${reasonOf(error)}`
    throw provider === 'cpu'
      ? new ContractError({ code: 'bad-model', path: folder, message })
      : failWith('unavailable', message)
  }
}

/**
 * What goes wrong while it runs may lie in the pair, or in the provider.
 * @throws ContractError `internal` or `unavailable`
 */
export async function runningModel<T>(
  folder: string,
  provider: ProviderName,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    console.error(`model ${folder} on ${provider}:`, error)
    const code = provider === 'cpu' ? 'internal' : 'unavailable'
    throw failWith(code, `The model in ${folder} broke down on ${provider}: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A package that was replaced is another one. */
async function changedAt(folder: string): Promise<number> {
  return (await stat(join(folder, manifestFile)).catch(() => null))?.mtimeMs ?? 0
}
