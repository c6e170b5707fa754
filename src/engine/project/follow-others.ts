import { isInDatabase } from '../../store/store-address'
import type { Emit } from '../engine-options'
import { followHolder } from './holder-watch'
import { DeferredWork } from '../deferred-work'
import { readingMark } from './open-store'
import type { Session } from '../session'

/** Between two looks at what other programs have stored. */
const LOOK_MILLISECONDS = 1000

/** Shows what other programs store in the same project, as long as the session is open. */
export function followOthers(session: Session, emit: Emit, reopen: () => Promise<unknown>): void {
  if (!session.project.isEditable) {
    followHolder(session, emit, reopen)
  } else if (isInDatabase(session.project.storeAddress)) {
    followDatabase(session)
  }
}

function followDatabase(session: Session): void {
  const { store } = session.project
  const { claims } = session
  store.pairs.knowPresent()
  let changes = store.changeCount()
  let mark = readingMark(store)
  /** Pairs may have come or gone that no change of a pair tells of. */
  const lookAtReading = async (): Promise<void> => {
    const present = readingMark(store)
    if (present !== mark) {
      mark = present
      await session.project.readAgain().finally(() => session.totals.soon())
    }
  }
  /** The version that this program's own change led to, by pair. */
  const own = new Map<number, number>()
  session.onPairChanged = (pairId, version) => own.set(pairId, version)
  const look = async (): Promise<void> => {
    try {
      const present = store.changeCount()
      if (present !== changes || claims.isOver()) {
        claims.look()
      }
      if (present !== changes) {
        await lookAtReading()
        store.reviews.forgetUse()
        const found = await store.pairs.newlyChanged()
        // counted before: what is stored meanwhile is found by the next look, as is all where this one failed
        changes = present
        for (const { id, version } of found.filter((pair) => own.get(pair.id) !== pair.version)) {
          // an untouched pair has another proposal; the screen knows the versions of others
          session.pairChanged(id, version === 0)
        }
        found.forEach(({ id }) => own.delete(id))
      }
    } catch (error) {
      // a database that is away is told of by whatever is asked for next
      if (!session.closing.aborted) {
        console.error('database:', error)
      }
    }
  }
  // a look takes longer with more pairs: it waits then
  const looks = new DeferredWork(0, look)
  const timer = setInterval(() => looks.soon(), LOOK_MILLISECONDS)
  timer.unref()
  session.closing.addEventListener('abort', () => {
    clearInterval(timer)
    looks.close()
  })
}
