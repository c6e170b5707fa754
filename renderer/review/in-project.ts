import { useEngineState } from '../state/engine-state'

/** Numbers of pairs begin anew in every project: what is meant for this one must not reach the next. */
export function inProject(): { storePath?: string } {
  const storePath = useEngineState.getState().project?.storePath
  return storePath === undefined ? {} : { storePath }
}
