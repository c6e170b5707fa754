import { writeFile } from 'node:fs/promises'
import type { Handlers } from '../contract/define'
import { ContractError, failWith } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { decodeBeside, decodePair } from '../images/decode'
import type { Raster } from '../images/raster'
import { encodeGreyPng, encodePng } from '../images/encode'
import { sizesDisagree } from '../images/pair-sizes'
import { shrink } from '../images/thumbnail'
import { namingImages } from './failure'
import { readLabelRegions } from './label'
import { probeProvider } from './probe'
import { createDifferenceProposer, differenceVersion } from './propose'
import type { DifferenceProposer, ProposalDraft } from './propose'
import { segmentHandlers } from './segment'
import type { WorkerCommands } from './worker-contract'

export interface WorkerOptions {
  /** Threads of the CPU provider for one operator. */
  threads: number
}

interface Said {
  draft: ProposalDraft
  provider: ProviderName
  decodeMilliseconds: number
}

/** The commands of an inference process. The proposer of the last provider is kept between requests. */
export function createWorker({ threads }: WorkerOptions): Handlers<WorkerCommands> {
  let kept: { provider: ProviderName; proposer: DifferenceProposer } | null = null

  async function proposerOn(provider: ProviderName): Promise<DifferenceProposer> {
    if (kept?.provider !== provider) {
      await kept?.proposer.release()
      kept = null
      const proposer = await createDifferenceProposer({ provider, threads }).catch((error: unknown) => {
        throw failWith('unavailable', `${provider} cannot be used: ${String(error)}`)
      })
      kept = { provider, proposer }
    }
    return kept.proposer
  }

  async function say(before: string, after: string, provider: ProviderName): Promise<Said> {
    const started = performance.now()
    const pair = await namingImages(() => decodePair(before, after))
    checkSizes(before, pair)
    const decodeMilliseconds = performance.now() - started
    const proposer = await proposerOn(provider)
    return { draft: await proposer.propose(pair.before, pair.after), provider, decodeMilliseconds }
  }

  return {
    async propose({ before, after, provider }) {
      return proposalOf(await say(before, after, provider))
    },
    async evidence({ before, after, provider, outDifference, outAligned }) {
      const { draft } = await say(before, after, provider)
      const aligned = draft.aligned ?? (await namingImages(() => decodeBeside(before, after)))
      await writeFile(outDifference, await encodeGreyPng(draft.evidence))
      await writeFile(outAligned, await encodePng(aligned))
      return null
    },
    async thumbnail({ source, partner, out, side }) {
      const raster = await namingImages(() => decodeBeside(source, partner))
      await writeFile(out, await encodePng(await shrink(raster, side)))
      return { width: raster.width, height: raster.height }
    },
    async display({ source, partner, out }) {
      const raster = await namingImages(() => decodeBeside(source, partner))
      await writeFile(out, await encodePng(raster))
      return { width: raster.width, height: raster.height }
    },
    label: ({ source, width, height }) => namingImages(() => readLabelRegions(source, width, height)),
    ...segmentHandlers({ threads }),
    probe: ({ provider }) => probeProvider(provider),
  }
}

/** @throws ContractError `bad-image` */
function checkSizes(path: string, { before, after }: { before: Raster; after: Raster }): void {
  const message = sizesDisagree(before, after)
  if (message !== null) {
    throw new ContractError({ code: 'bad-image', path, reason: 'size-mismatch', message })
  }
}

function proposalOf({
  draft,
  provider,
  decodeMilliseconds,
}: Said): Awaited<ReturnType<Handlers<WorkerCommands>['propose']>> {
  const { score, alignment, remarks, regions, captions, evidence } = draft
  const milliseconds = {
    ...draft.milliseconds,
    decode: decodeMilliseconds,
    total: draft.milliseconds['total'] + decodeMilliseconds,
  }
  const { width, height } = evidence
  const proposer = { proposer: 'difference', version: differenceVersion, provider }
  return { ...proposer, milliseconds, score, alignment, remarks, regions, captions, width, height }
}
