import { writeFile } from 'node:fs/promises'
import type { Handlers, Input, Output } from '../contract/define'
import { DIFFERENCE_PROPOSER, OUTLINES_PROPOSER } from '../contract/proposal'
import type { ProviderName } from '../contract/proposal'
import { encodeGreyPng, encodePng } from '../images/raster'
import { DIFFERENCE_VERSION } from '../models/difference/proposer'
import type { DifferenceProposal } from '../models/difference/proposer'
import { OUTLINES_VERSION } from '../models/sam2/refine-outlines'
import { compareProposals } from './compare-proposals'
import type { DecodedPair } from './decoded-pair-cache'
import type { Frames, PairSources } from './pair-sources'
import { writeProbabilities } from './probabilities-file'
import { alignedAs, proposeAt } from './propose-at'
import type { ModelPlace } from './proposer-cache'
import type { InferenceCommands } from './inference-contract'

type Proposed = Output<InferenceCommands, 'propose'>
type ProposeOptions = Pick<Input<InferenceCommands, 'propose'>, 'probabilities' | 'precision'>

/** Proposals by a model or by measured difference, and the evidence of the latter. */
export function proposeHandlers(
  sources: PairSources,
): Pick<Handlers<InferenceCommands>, 'propose' | 'compareProposals' | 'evidence'> {
  const { proposers, decoded, measure } = sources
  return {
    async propose({ proposer, probabilities, precision, ...frames }) {
      const { folder, detector = null } = proposer
      if (folder !== null) {
        return proposeBy(sources, frames, { folder, detector }, { probabilities, precision })
      }
      const { pair, draft } = await measure(frames, proposer.outlines)
      const measured = measuredProposal(draft, frames.provider, pair)
      return proposer.outlines === undefined
        ? measured
        : { ...measured, proposer: OUTLINES_PROPOSER, version: OUTLINES_VERSION }
    },
    async compareProposals({ proposer: { folder, detector = null }, ...frames }) {
      const pair = await decoded(frames)
      return {
        distance: folder === null ? 0 : await compareProposals(proposers, { folder, detector }, frames, pair),
      }
    },
    async evidence({ outDifference, outAligned, shown, ...frames }) {
      const { pair, draft } = await measure(frames)
      await writeFile(outDifference, await encodeGreyPng(draft.evidence))
      const aligned =
        shown === undefined
          ? (draft.aligned ?? pair.before)
          : alignedAs(await decoded({ ...frames, mapping: shown }), draft.alignment)
      await writeFile(outAligned, await encodePng(aligned))
      return null
    },
  }
}

async function proposeBy(
  { proposers, decoded, running }: PairSources,
  frames: Frames,
  place: ModelPlace,
  { probabilities, precision = 'full' }: ProposeOptions,
): Promise<Proposed> {
  const { folder } = place
  const pair = await decoded(frames)
  const model = await proposers.modelOn(place, frames.provider, precision)
  const { provider } = model
  const { probabilities: map, ...draft } = await running(folder, provider, () =>
    probabilities !== undefined && 'from' in probabilities
      ? proposeAt(model, pair, probabilities)
      : proposers.propose(model, pair, probabilities?.threshold ?? null),
  )
  if (map !== undefined && probabilities !== undefined && 'out' in probabilities) {
    await writeProbabilities(probabilities.out, map)
  }
  const { width, height } = pair.after
  const milliseconds = withDecoding(draft.milliseconds, pair)
  return {
    ...draft,
    milliseconds,
    proposer: model.id,
    version: model.version,
    provider,
    changes: draft.changes ?? null,
    width,
    height,
  }
}

function measuredProposal(draft: DifferenceProposal, provider: ProviderName, pair: DecodedPair): Proposed {
  const { score, alignment, remarks, regions, changes, captions, links, evidence } = draft
  return {
    proposer: DIFFERENCE_PROPOSER,
    version: DIFFERENCE_VERSION,
    provider,
    milliseconds: withDecoding(draft.milliseconds, pair),
    score,
    alignment,
    remarks,
    regions,
    changes,
    captions,
    links,
    agreement: null,
    width: evidence.width,
    height: evidence.height,
  }
}

function withDecoding(
  milliseconds: Readonly<Record<string, number>>,
  pair: DecodedPair,
): Record<string, number> {
  const { total = 0, ...stages } = milliseconds
  return { ...stages, decode: pair.milliseconds, total: total + pair.milliseconds }
}
