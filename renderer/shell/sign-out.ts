import { create } from 'zustand'
import { personSchema } from '../../src/contract/person'
import { engine, onSocketClosed } from '../engine'
import { isEverythingStored, storeEverything } from '../review/commands/unsaved-work'
import { useEngineState } from '../state/engine-state'
import { notify } from '../state/notices'
import { text } from '../text/chosen'

/** Whether the person of this page is signed in no more. */
export const useSignedOut = create<{ isSignedOut: boolean }>()(() => ({ isSignedOut: false }))

/** Stores what is under way first, and stays where that cannot be stored. */
export async function signOut(): Promise<void> {
  if (!(await storeEverything())) {
    notify('warning', text.shell.team.unsaved)
    return
  }
  try {
    const answer = await fetch('/sign-out', { method: 'POST' })
    if (!answer.ok) {
      throw new Error(answer.statusText)
    }
  } catch {
    notify('error', text.shell.team.notSignedOut)
    return
  }
  window.location.assign('/sign-in')
}

/**
 * Where the session of this page's person ended, the page leads to the sign-in; with work that is not stored it stays
 * as it is, says so, and goes on once the same person is signed in again.
 * @param leave loads the page anew. Returns the function that ends this
 */
export function followSession(leave: () => void = () => window.location.reload()): () => void {
  let isAsking = false
  const stops = [
    engine.onConnection((isConnected) => {
      if (isConnected) {
        useSignedOut.setState({ isSignedOut: false })
      }
    }),
    onSocketClosed(() => {
      const { person } = useEngineState.getState()
      if (person !== null && !isAsking) {
        isAsking = true
        void isStillIn(person.name).then((isIn) => {
          isAsking = false
          if (!isIn && isEverythingStored()) {
            leave()
          }
          useSignedOut.setState({ isSignedOut: !isIn })
        })
      }
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Over a dead line it is never answered, and none but this one is asked meanwhile. */
const SESSION_MILLISECONDS = 10_000

/** A server that does not answer has ended no session. */
async function isStillIn(name: string): Promise<boolean> {
  try {
    const answer = await fetch('/session', { signal: AbortSignal.timeout(SESSION_MILLISECONDS) })
    if (answer.ok) {
      return personSchema.parse(await answer.json()).name === name
    }
    return answer.status !== 401
  } catch {
    return true
  }
}
