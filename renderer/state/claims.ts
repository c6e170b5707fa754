import { create } from 'zustand'
import type { SeenClaim } from '../../src/contract/claims'
import { engine } from '../engine'
import { notify, notifyError } from './notices'
import { text } from '../text/chosen'
import { useEngineState } from './engine-state'

/** Of this page. Others know it by that, and it dies with the page. */
export const HOLDER = crypto.randomUUID()

interface Claims {
  /** Who is at which pair, as the engine told last; none in a project that is not shared. */
  claims: readonly SeenClaim[]
  /** The pair that this page is at, or was at when another took it over. */
  ownId: number | null
  /** The pair that another was at before this page, so that this one only looks. */
  lookedAtId: number | null
}

export const useClaims = create<Claims>()(() => ({ claims: [], ownId: null, lookedAtId: null }))

/** Who else is at the pair; null where nobody is. */
export function useOtherAt(pairId: number | null): SeenClaim | null {
  return useClaims(({ claims }) => otherAt(claims, pairId))
}

export function otherAt(claims: readonly SeenClaim[], pairId: number | null): SeenClaim | null {
  return claims.find((claim) => claim.pairId === pairId && claim.holder !== HOLDER) ?? null
}

/** What is said of who is at a pair. */
interface ClaimWords {
  /** In a list. */
  at: string
  /** Above the pair, to whom may edit it, and to whom may only look. */
  here: string
  seen: string
  /** To whom wants to edit it. */
  lookOnly: string
  takenOver(key: string): string
}

/**
 * Who made a change that is stored, as told to the person here; null where that is the person. In a project that is not
 * shared nobody else has a name of their own.
 */
export function otherWho(actor: string): string | null {
  return isOwnName(actor) || (actor === '' && !isShared()) ? null : actor || text.others.claims.somebody
}

function isOwnName(name: string): boolean {
  const { person, settings } = useEngineState.getState()
  return name !== '' && name === (person?.name ?? settings.reviewer)
}

/** Another page of the same person is told of as theirs. Without a name nobody knows. */
export function wordsOf({ name }: SeenClaim): ClaimWords {
  const words = text.others.claims
  if (isOwnName(name)) {
    return words.own
  }
  const who = name || words.somebody
  return {
    at: words.at(who),
    here: words.here(who),
    seen: words.seen(who),
    lookOnly: words.lookOnly(who),
    takenOver: (key) => words.takenOver(key, who),
  }
}

/** The pair was taken over. The list that says so comes later, or never where the database goes away. */
export function forgetOthersAt(pairId: number): void {
  const { claims } = useClaims.getState()
  useClaims.setState({
    claims: claims.filter((claim) => claim.pairId !== pairId || claim.holder === HOLDER),
  })
}

export function isShared(): boolean {
  return useEngineState.getState().project?.isShared === true
}

/** Shows a notice and returns true where another was at the pair first and this page only looks. */
export function refuseToLooker(pairId: number): boolean {
  const { claims, lookedAtId } = useClaims.getState()
  const other = otherAt(claims, pairId)
  if (lookedAtId !== pairId || other === null) {
    return false
  }
  notify('info', wordsOf(other).lookOnly)
  return true
}

let isFollowing = false

/** Listens for as long as the page lives. */
export function followClaims(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  engine.on('claims.changed', (claims) => useClaims.setState({ claims }))
  useEngineState.subscribe(({ project, isConnected }, old) => {
    const isOther = project?.storePath !== old.project?.storePath
    if (isOther) {
      useClaims.setState({ claims: [], ownId: null, lookedAtId: null })
    }
    if (project?.isShared === true && isConnected && (isOther || !old.isConnected)) {
      engine.call('claims.list', {}).then((claims) => useClaims.setState({ claims }), notifyError)
    }
  })
}
