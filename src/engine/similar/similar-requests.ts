import type { NearDuplicates, PairMapAnswer } from '../../contract/similar'
import type { StoreAddress } from '../../store/store-address'

/** What a thread of similar pairs is started with. */
export interface ThreadData {
  /** Of the project. */
  readonly storeAddress: StoreAddress
  /** Name of what made the embeddings that are compared. */
  readonly encoder: string
}

/** A request to the thread; one at a time. All but the map are about all pairs of the open reading. */
export type SimilarRequest =
  | { readonly kind: 'nearest'; readonly likeId: number }
  | { readonly kind: 'farthest' }
  | { readonly kind: 'duplicates' }
  | {
      readonly kind: 'map'
      readonly pairIds: Int32Array
      /** Who reviews blindly, and is told of their own reviews; null for who sees the pairs themselves. */
      readonly reviewer: string | null
    }

/** Answers by the kind of request. */
export interface SimilarAnswers {
  /** Null where the pair has no embedding. */
  readonly nearest: number[] | null
  readonly farthest: number[]
  readonly duplicates: NearDuplicates
  readonly map: PairMapAnswer
}

export type FromThread =
  | { readonly answer: SimilarAnswers[keyof SimilarAnswers] }
  | { readonly problem: string }
