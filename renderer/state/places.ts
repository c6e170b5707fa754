import { useEngineState } from './engine-state'
import { refusal } from './person'
import { useRoute } from './route'
import type { Route } from './route'

const NEEDS_NO_PROJECT: ReadonlySet<Route> = new Set(['open', 'models', 'settings'])
/** What is done there is done to the machine: folders, files, models. */
const NEEDS_OWNER: ReadonlySet<Route> = new Set(['open', 'dataset', 'training', 'models'])

interface Access {
  isOpen: boolean
  /** What the person lacks; null where it is none of their role. */
  refusal: string | null
}

/** Whether a place can be gone to. */
function accessTo(route: Route, { person, project }: ReturnType<typeof useEngineState.getState>): Access {
  const refused = refusal(person, NEEDS_OWNER.has(route) ? 'owner' : 'viewer')
  return { isOpen: refused === null && (project !== null || NEEDS_NO_PROJECT.has(route)), refusal: refused }
}

export function useAccess(route: Route): Access {
  const isOpen = useEngineState((state) => accessTo(route, state).isOpen)
  return { isOpen, refusal: useEngineState((state) => accessTo(route, state).refusal) }
}

export function canGoTo(route: Route): boolean {
  return accessTo(route, useEngineState.getState()).isOpen
}

/** Does nothing where the button of the place does nothing. */
export function goTo(route: Route): void {
  if (canGoTo(route)) {
    useRoute.getState().go(route)
  }
}
