import type { Asker } from '../../contract/person'
import { failWith } from '../../contract/errors'
import type { PairFilter, PairOrder } from '../../contract/project'
import type { PairTable } from '../../store/pairs'
import type { OpenProject } from '../project/open-project'
import { PairEmbedder } from './pair-embedder'
import type { EmbedderNeeds } from './pair-embedder'
import { SimilarPairs } from './similar-pairs'
import type { SimilarAnswers } from './similar-requests'
import { message } from '../../messages/message'

/** Embeddings of the open project's pairs, and what is found by them. */
export class Similar {
  readonly embedder: PairEmbedder
  private readonly pairs: SimilarPairs

  constructor(
    private readonly project: OpenProject,
    needs: EmbedderNeeds,
    closing: AbortSignal,
  ) {
    this.embedder = new PairEmbedder(project, needs, closing)
    const { storeAddress } = project
    this.pairs = new SimilarPairs({ storeAddress, encoder: this.embedder.encoder })
    closing.addEventListener('abort', () => this.pairs.close())
  }

  /**
   * The pairs of the filter in this order, also where it is one by embeddings.
   * @throws ContractError `unavailable` where the pair that others are compared with has no embedding
   */
  async find(
    filter: PairFilter,
    order: PairOrder,
    pairs: Pick<PairTable, 'find'>,
    asker: Asker,
  ): Promise<number[]> {
    const ids = pairs.find(filter, order)
    const { likeId = null } = filter
    if (order === 'similarity' && likeId !== null) {
      return among(ids, await this.nearest(likeId, asker))
    }
    return order === 'diverse' ? among(ids, await this.pairs.farthest(asker)) : ids
  }

  /**
   * The pairs of the filter that have an embedding.
   * @param reviewer who reviews blindly; null for all others
   */
  map(filter: PairFilter, reviewer: string | null, asker: Asker): Promise<SimilarAnswers['map']> {
    const { store } = this.project
    const seen = reviewer === null ? store.pairs : store.pairsOf(reviewer)
    return this.pairs.map(seen.find(filter, 'key'), reviewer, asker)
  }

  duplicates(): Promise<SimilarAnswers['duplicates']> {
    return this.pairs.duplicates()
  }

  private async nearest(likeId: number, asker: Asker): Promise<number[]> {
    const { key } = this.project.store.pair(likeId)
    const nearest = await this.pairs.nearest(likeId, asker)
    if (nearest === null) {
      const { ready, total } = this.embedder.status()
      throw failWith('unavailable', message('engine.noEmbedding', { key, ready, total }))
    }
    return nearest
  }
}

/** These of the pairs, in the order of all. */
function among(ids: readonly number[], all: readonly number[]): number[] {
  const isWanted = new Set(ids)
  return all.filter((id) => isWanted.has(id))
}
