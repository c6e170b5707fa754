import type { EngineHandlers } from '../../contract/engine'
import type { NameList } from '../../contract/names'
import type { EngineState } from '../engine-state'
import type { Session } from '../session'

type NameHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `names.${string}`>>

export function nameHandlers(state: EngineState): NameHandlers {
  const list = ({ words, naming }: Session): NameList => ({
    unavailable: naming.unavailable,
    kinds: words.list(),
    taught: naming.examples.counts(),
  })

  return {
    'names.list': () => list(state.current()),
    'names.setWords': ({ storePath, words }) => {
      const session = state.currentWith(storePath)
      session.words.set(words)
      return list(session)
    },
    'names.forget': ({ storePath, word }) => {
      const session = state.currentWith(storePath)
      session.naming.examples.forget(word)
      return list(session)
    },
    'names.renew': ({ storePath }) => state.currentWith(storePath).queue.startAgain(),
  }
}
