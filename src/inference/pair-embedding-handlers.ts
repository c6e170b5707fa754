import type { Handlers, ParsedInput } from '../contract/define'
import { failWith } from '../contract/errors'
import { bitsOf, fingerprint } from '../images/fingerprint'
import { measuredEmbedding } from '../models/difference/pair-embedding'
import type { DifferenceProposal } from '../models/difference/proposer'
import { createPairEncoder } from '../models/nanodet/pair-encoder'
import type { PairEncoder } from '../models/nanodet/pair-encoder'
import type { SessionRuntime } from './sessions/model-session'
import type { DecodedPair } from './decoded-pair-cache'
import { alignedBefore } from './naming'
import { CachedResource } from './proposer-cache'
import type { InferenceCommands } from './inference-contract'
import { message, messageTextOf } from '../messages/message'

type Request = ParsedInput<InferenceCommands, 'pairEmbedding'>

interface Shared {
  runtime: SessionRuntime
  decoded(frames: { before: string; after: string }): Promise<DecodedPair>
  measure(frames: Request): Promise<{ draft: DifferenceProposal }>
}

/** Embeddings of pairs. The encoder of the last package and provider is cached. */
export function pairEmbeddingHandlers(shared: Shared): Pick<Handlers<InferenceCommands>, 'pairEmbedding'> {
  const encoders = new CachedResource<PairEncoder>()

  async function embed(request: Request, pair: DecodedPair): Promise<Int8Array> {
    const { detector, provider, boxes, alignment } = request
    if (detector === null) {
      const { draft } = await shared.measure(request)
      return measuredEmbedding(pair.before, pair.after, draft)
    }
    try {
      const encoder = await encoders.get(`${provider} ${detector}`, () =>
        createPairEncoder(detector, { provider, ...shared.runtime }),
      )
      return await encoder.encode(alignedBefore(pair, alignment), pair.after, boxes)
    } catch (error) {
      await encoders.drop()
      const code = provider === 'cpu' ? 'internal' : 'unavailable'
      throw failWith(code, message('engine.notEncoded', { provider, reason: messageTextOf(error) }))
    }
  }

  return {
    async pairEmbedding(request) {
      const pair = await shared.decoded(request)
      const embedding = await embed(request, pair)
      const frames = [pair.before, pair.after].map((image) => [...bitsOf(fingerprint(image))])
      return { embedding, fingerprints: Int32Array.from(frames.flat()) }
    },
  }
}
