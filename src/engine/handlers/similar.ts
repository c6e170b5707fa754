import { askerOf } from '../../contract/person'
import type { EngineHandlers } from '../../contract/engine'
import { blindName } from '../blind-reviews'
import type { EngineState } from '../engine-state'

type SimilarHandlers = Pick<
  EngineHandlers,
  Extract<keyof EngineHandlers, `embeddings.${string}` | `similar.${string}`>
>

export function similarHandlers(state: EngineState): SimilarHandlers {
  return {
    'embeddings.status': () => state.current().similar.embedder.status(),
    'embeddings.start': () => state.current().similar.embedder.start(),
    'embeddings.stop': () => state.current().similar.embedder.stop(),
    'similar.map': ({ filter }, caller) => {
      const session = state.current()
      return session.whileOpen(() => session.similar.map(filter, blindName(caller), askerOf(caller)))
    },
    'similar.duplicates': () => {
      const session = state.current()
      return session.whileOpen(() => session.similar.duplicates())
    },
  }
}
