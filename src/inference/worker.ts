import { writeFile } from 'node:fs/promises'
import type { Handlers, Input, Output } from '../contract/define'
import { DIFFERENCE_PROPOSER, OUTLINES_PROPOSER } from '../contract/proposal'
import type { ProviderName } from '../contract/proposal'
import type { ValueMapping } from '../domain/value-mapping'
import { encodeGreyPng, encodePng } from '../images/raster'
import { annotatePair } from '../views/annotated/annotated-pair'
import { withImageErrors, DecodedPairCache } from './decoded-pair-cache'
import type { DecodedPair } from './decoded-pair-cache'
import { imageHandlers, segmentHandlers } from './image-handlers'
import { writeProbabilities } from './probabilities-file'
import type { SessionRuntime } from './sessions/model-session'
import { probeProvider } from './probe'
import { ProposerCache } from './proposer-cache'
import type { ModelPlace } from './proposer-cache'
import { modelPackageHandlers } from './model-package-handlers'
import type { ModelProposer } from '../models/model-proposer'
import { DIFFERENCE_VERSION } from '../models/difference/proposer'
import type { DifferenceProposal } from '../models/difference/proposer'
import { OUTLINES_VERSION } from '../models/sam2/refine-outlines'
import type { Rect } from '../mask/bitmap'
import type { WholeAlignment } from '../tiles/survey/align-whole'
import { TiledPairCache } from '../tiles/tiled-pair-cache'
import { readPartOfPair } from './part-of-pair'
import { tileHandlers } from './tile-handlers'
import { compareProposals } from './compare-proposals'
import { alignedAs, proposeAt, requireSupported } from './propose-at'
import { changesBy } from './pair-changes'
import { namingHandlers } from './naming-handlers'
import { pairEmbeddingHandlers } from './pair-embedding-handlers'
import type { ProposerPlace, WorkerCommands } from './worker-contract'

type Proposed = Output<WorkerCommands, 'propose'>

interface Frames {
  before: string
  after: string
  provider: ProviderName
  mapping?: ValueMapping | undefined
  /** Absent for whole frames. */
  part?: Rect | undefined
  whole?: WholeAlignment | undefined
}

/** The commands of an inference process. Proposers, and the pixels of the last pairs, are cached. */
// oxlint-disable-next-line max-lines-per-function -- commands that share two caches
export function createWorker(runtime: SessionRuntime): Handlers<WorkerCommands> {
  const proposers = new ProposerCache(runtime)
  const pairs = new DecodedPairCache()
  const tiledPairs = new TiledPairCache()

  /** @throws ContractError `bad-image` */
  async function decoded({
    before,
    after,
    mapping,
    part,
    whole,
  }: Omit<Frames, 'provider'>): Promise<DecodedPair> {
    return withImageErrors(() =>
      part === undefined
        ? pairs.get(before, after, mapping)
        : readPartOfPair(tiledPairs, { before, after, mapping, part, whole }),
    )
  }

  async function measure(
    frames: Frames,
    outlines?: ProposerPlace['outlines'],
  ): Promise<{ pair: DecodedPair; draft: DifferenceProposal }> {
    const pair = await decoded(frames)
    return { pair, draft: await proposers.measure(pair, frames.provider, outlines) }
  }

  async function proposeBy(
    frames: Frames,
    place: ModelPlace,
    {
      probabilities,
      precision = 'full',
    }: Pick<Input<WorkerCommands, 'propose'>, 'probabilities' | 'precision'>,
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

  function running<T>(folder: string, provider: ProviderName, work: () => Promise<T>): Promise<T> {
    return proposers.withErrors(`The model in ${folder}`, provider, work)
  }

  async function withModel<T extends object>(
    question: Frames & { model: string; detector: string | null },
    work: (model: ModelProposer, pair: DecodedPair) => Promise<T>,
  ): Promise<T & { model: string; version: string; milliseconds: number }> {
    const started = performance.now()
    const pair = await decoded(question)
    const { model: folder, detector } = question
    const model = await proposers.modelOn({ folder, detector }, question.provider)
    const answer = await running(question.model, model.provider, async () => {
      await proposers.ensureProposed(model, pair)
      return work(model, pair)
    })
    return { ...answer, model: model.id, version: model.version, milliseconds: performance.now() - started }
  }

  return {
    async propose({ proposer, probabilities, precision, ...frames }) {
      const { folder, detector = null } = proposer
      if (folder !== null) {
        return proposeBy(frames, { folder, detector }, { probabilities, precision })
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
    recaption: (question) =>
      withModel(question, (model, { before, after, key }) => {
        const run = question.begin === '' ? model.recaption : model.complete
        return requireSupported(run, model)(before, after, key, question.regions, question.begin)
      }),
    remask: (question) =>
      withModel(question, (model, { before, after, key }) =>
        requireSupported(model.remask, model)(before, after, key, question.caption),
      ),
    agree: (question) =>
      withModel(question, async (model, { before, after, key }) => ({
        agreement: await requireSupported(model.agree, model)(
          before,
          after,
          key,
          question.regions,
          question.caption,
        ),
      })),
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
    async marked({ regions, alignment, side, ...frames }) {
      const { before, after, isCutOut } = await annotatePair(await decoded(frames), regions, alignment, side)
      return { before: jpegUrl(before), after: jpegUrl(after), isCutOut }
    },
    ...imageHandlers(),
    ...modelPackageHandlers({ threads: runtime.threads }),
    ...namingHandlers({ runtime, decoded, changesFor: changesBy({ proposers, decoded, measure, running }) }),
    ...pairEmbeddingHandlers({ runtime, decoded, measure }),
    ...segmentHandlers(runtime),
    ...tileHandlers(tiledPairs),
    probe: ({ provider }) => probeProvider(provider),
  }
}

function jpegUrl(bytes: Buffer): string {
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
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
