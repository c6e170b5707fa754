import type { EngineHandlers } from '../../contract/engine'
import type { NameList } from '../../contract/names'
import type { EngineState } from '../engine-state'
import type { Session } from '../session'

type NameHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `names.${string}`>>

function listOf({ words, naming }: Session): NameList {
  return {
    unavailable: naming.unavailable,
    kinds: words.list(),
    taught: naming.examples.counts(),
  }
}

export function nameHandlers(state: EngineState): NameHandlers {
  return {
    'names.list': () => listOf(state.current()),
    'names.setWords': ({ storePath, words }) => {
      const session = state.currentWith(storePath)
      session.words.set(words)
      return listOf(session)
    },
    'names.forget': ({ storePath, word }) => {
      const session = state.currentWith(storePath)
      session.naming.examples.forget(word)
      return listOf(session)
    },
    'names.renew': ({ storePath }) => state.currentWith(storePath).queue.startAgain(),
  }
}
