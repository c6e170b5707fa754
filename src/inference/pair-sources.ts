import type { ProviderName } from '../contract/proposal'
import type { ValueMapping } from '../domain/value-mapping'
import type { Rect } from '../mask/bitmap'
import type { DifferenceProposal } from '../models/difference/proposer'
import type { WholeAlignment } from '../tiles/survey/align-whole'
import { TiledPairCache } from '../tiles/tiled-pair-cache'
import { DecodedPairCache, withImageErrors } from './decoded-pair-cache'
import type { DecodedPair } from './decoded-pair-cache'
import { readPartOfPair } from './part-of-pair'
import { ProposerCache } from './proposer-cache'
import type { ProposerPackage } from './proposer-package'
import type { SessionRuntime } from './sessions/model-session'

export interface Frames {
  before: string
  after: string
  provider: ProviderName
  mapping?: ValueMapping | undefined
  /** Absent for whole frames. */
  part?: Rect | undefined
  whole?: WholeAlignment | undefined
}

/** What the handlers share: proposers, and the pixels of the last pairs. */
export interface PairSources {
  readonly proposers: ProposerCache
  readonly tiledPairs: TiledPairCache
  /** @throws ContractError `bad-image` */
  decoded(frames: Omit<Frames, 'provider'>): Promise<DecodedPair>
  /** The pair by measured difference. @throws ContractError `bad-image` */
  measure(
    frames: Frames,
    outlines?: ProposerPackage['outlines'],
  ): Promise<{ pair: DecodedPair; draft: DifferenceProposal }>
  /** Work of the model in a folder: what goes wrong in it is told with the folder. @throws ContractError */
  running<T>(folder: string, provider: ProviderName, work: () => Promise<T>): Promise<T>
}

export function createPairSources(runtime: SessionRuntime): PairSources {
  const proposers = new ProposerCache(runtime)
  const pairs = new DecodedPairCache()
  const tiledPairs = new TiledPairCache()
  const decoded: PairSources['decoded'] = ({ before, after, mapping, part, whole }) =>
    withImageErrors(() =>
      part === undefined
        ? pairs.get(before, after, mapping)
        : readPartOfPair(tiledPairs, { before, after, mapping, part, whole }),
    )
  return {
    proposers,
    tiledPairs,
    decoded,
    async measure(frames, outlines) {
      const pair = await decoded(frames)
      return { pair, draft: await proposers.measure(pair, frames.provider, outlines) }
    },
    running: (folder, provider, work) => proposers.withErrors(`The model in ${folder}`, provider, work),
  }
}
