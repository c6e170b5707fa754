import type { Handlers } from '../contract/define'
import { annotatePair } from '../views/annotated/annotated-pair'
import { imageHandlers, segmentHandlers } from './image-handlers'
import { modelPackageHandlers } from './model-package-handlers'
import { namingHandlers } from './naming-handlers'
import { changesBy } from './pair-changes'
import { pairEmbeddingHandlers } from './pair-embedding-handlers'
import { createPairSources } from './pair-sources'
import { probeProvider } from './probe'
import { proposeHandlers } from './propose-handlers'
import { questionHandlers } from './question-handlers'
import type { SessionRuntime } from './sessions/model-session'
import { tileHandlers } from './tile-handlers'
import type { InferenceCommands } from './inference-contract'

/** The commands of an inference process. Proposers, and the pixels of the last pairs, are cached. */
export function createInferenceHandlers(runtime: SessionRuntime): Handlers<InferenceCommands> {
  const sources = createPairSources(runtime)
  const { decoded, measure, tiledPairs } = sources
  return {
    ...proposeHandlers(sources),
    ...questionHandlers(sources),
    async marked({ regions, alignment, side, ...frames }) {
      const { before, after, isCutOut } = await annotatePair(await decoded(frames), regions, alignment, side)
      return { before: jpegUrl(before), after: jpegUrl(after), isCutOut }
    },
    ...imageHandlers(),
    ...modelPackageHandlers({ threads: runtime.threads }),
    ...namingHandlers({ runtime, decoded, changesFor: changesBy(sources) }),
    ...pairEmbeddingHandlers({ runtime, decoded, measure }),
    ...segmentHandlers(runtime),
    ...tileHandlers(tiledPairs),
    probe: ({ provider }) => probeProvider(provider),
  }
}

function jpegUrl(bytes: Buffer): string {
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
