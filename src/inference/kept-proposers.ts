import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ContractError, failWith } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { manifestFile } from '../packages/files'
import { PackageError } from '../packages/package-error'
import { defaultSettings } from './difference/settings'
import type { ModelDraft, ModelProposer } from './model-proposer'
import { Kept } from './kept'
import { openProposer } from './open-proposer'
import { KEPT_PAIRS } from './closer/kept-pairs'
import type { DecodedPair } from './pair-cache'
import { createDifferenceProposer } from './propose'
import type { DifferenceProposer, ProposalDraft } from './propose'
import { refineWith } from './sam2/refine'
import { SegmentAnything } from './sam2/segment-anything'
import type { ModelPlace } from './sam2/segment-anything'

/** One proposer of each kind, made when first asked for and kept for the next request. One call at a time. */
export class KeptProposers {
  private readonly threads: number
  private readonly difference = new Kept<DifferenceProposer>()
  private readonly outlines = new Kept<DifferenceProposer>()
  private readonly model = new Kept<ModelProposer>()
  /** Keys of the pairs that the model has looked at, the last one last. */
  private lookedAt: string[] = []

  constructor(threads: number) {
    this.threads = threads
  }

  /**
   * Measured difference, with outlines where a model pack's place is given.
   * @throws ContractError `unavailable` for what lies in the provider, as all may off the CPU; `internal`
   */
  async measure(
    { before, after }: DecodedPair,
    provider: ProviderName,
    outlines: ModelPlace | undefined,
  ): Promise<ProposalDraft> {
    const proposer =
      outlines === undefined ? await this.differenceOn(provider) : await this.outlinesOn(outlines, provider)
    return this.running('Measured difference', provider, () => proposer.propose(before, after))
  }

  /** @throws ContractError `bad-model` for what lies in the package, `unavailable` for what lies in the provider */
  async modelOn(folder: string, provider: ProviderName): Promise<ModelProposer> {
    const identity = `${provider} ${folder} ${await changedAt(folder)}`
    return this.model.get(identity, () => {
      this.lookedAt = []
      return makingModel(folder, provider, () => openProposer(folder, { provider, threads: this.threads }))
    })
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

  /**
   * What goes wrong while a proposer runs may lie in the pair, or in the provider: a device that was lost is lost to
   * all that is kept on it.
   * @param name of the proposer, at the beginning of a sentence
   * @throws ContractError `internal` on the CPU, else `unavailable`
   */
  async running<T>(name: string, provider: ProviderName, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      console.error(`${name} on ${provider}:`, error)
      if (provider !== 'cpu') {
        await Promise.all([this.difference.drop(), this.outlines.drop(), this.model.drop()])
      }
      if (error instanceof ContractError) throw error
      const code = provider === 'cpu' ? 'internal' : 'unavailable'
      throw failWith(code, `${name} broke down on ${provider}: ${reasonOf(error)}`)
    }
  }

  private differenceOn(provider: ProviderName): Promise<DifferenceProposer> {
    const { threads } = this
    return this.difference.get(provider, () =>
      makingDifference(provider, () => createDifferenceProposer({ provider, threads })),
    )
  }

  private outlinesOn(place: ModelPlace, provider: ProviderName): Promise<DifferenceProposer> {
    const { threads } = this
    return this.outlines.get(`${provider} ${place.id} ${place.folder}`, async () => {
      const models = new SegmentAnything(place, provider, threads)
      const made = await makingDifference(provider, () =>
        createDifferenceProposer({ provider, threads }, defaultSettings, refineWith(models)),
      )
      const release = async (): Promise<void> => {
        await models.release()
        await made.release()
      }
      return { ...made, release }
    })
  }
}

/** @throws ContractError `unavailable` */
async function makingDifference<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw failWith('unavailable', `${provider} cannot be used: ${reasonOf(error)}`)
  })
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A package that was replaced is another one. */
async function changedAt(folder: string): Promise<number> {
  return (await stat(join(folder, manifestFile)).catch(() => null))?.mtimeMs ?? 0
}
