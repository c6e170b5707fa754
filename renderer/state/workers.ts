import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { WorkersStatus } from '../../src/contract/workers'
import { engine } from '../engine'
import { useEngineState } from './engine-state'

/** Between two looks; the engine asks the database no more often. */
const LOOK_MILLISECONDS = 5000

/** Grows with each thing that they were asked for here: it is looked at once. */
const useAsked = create<{ count: number }>()(() => ({ count: 0 }))

/** What workers have to do has changed. */
export function lookAtWorkers(): void {
  useAsked.setState(({ count }) => ({ count: count + 1 }))
}

/** Workers of the open project, as of the last look; null where it lies in a file, or nobody has asked them yet. */
export function useWorkers(): WorkersStatus | null {
  const storePath = useEngineState((state) =>
    state.project?.isShared === true ? state.project.storePath : null,
  )
  return useStatus(storePath)
}

/** @param storePath of the shared project; null for none */
function useStatus(storePath: string | null): WorkersStatus | null {
  const [status, setStatus] = useState<WorkersStatus | null>(null)
  const asked = useAsked(({ count }) => count)
  useEffect(() => {
    if (storePath === null) {
      return undefined
    }
    let isCurrent = true
    const look = (): void => {
      // what else is asked for tells of a database that is away
      engine.call('workers.status', {}).then(
        (found) => isCurrent && setStatus(found),
        () => undefined,
      )
    }
    look()
    const timer = window.setInterval(look, LOOK_MILLISECONDS)
    return () => {
      isCurrent = false
      window.clearInterval(timer)
    }
  }, [storePath, asked])
  return storePath === null ? null : status
}
