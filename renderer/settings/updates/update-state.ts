import { useEffect, useState } from 'react'
import type { ShellUpdates, UpdateState } from '../../../src/contract/updates'
import { attempt } from '../../state/notices'

interface ShownUpdates {
  feed: string | null
  state: UpdateState
}

/** Null until the shell has told. */
export function useUpdates(updates: ShellUpdates): ShownUpdates | null {
  const [shown, setShown] = useState<ShownUpdates | null>(null)
  useEffect(() => {
    const stop = updates.onState((state) => setShown((before) => before && { ...before, state }))
    void attempt(Promise.all([updates.feed(), updates.state()])).then((told) => {
      if (told !== null) {
        setShown({ feed: told[0], state: told[1] })
      }
    })
    return stop
  }, [updates])
  return shown
}
