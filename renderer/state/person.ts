import { ROLES } from '../../src/contract/person'
import type { Person, Role } from '../../src/contract/person'
import { useEngineState } from './engine-state'
import { text } from '../text/chosen'

/** As `useRefusal`, of this person. */
export function refusal(person: Person | null, least: Role): string | null {
  const isAllowed = person === null || ROLES.indexOf(person.role) >= ROLES.indexOf(least)
  return isAllowed ? null : text.shell.team.needs(text.shell.team.roles[least])
}

/** Why the person who is signed in may not do what needs this role; null where they may, and without a team. */
export function useRefusal(least: Role): string | null {
  return useEngineState(({ person }) => refusal(person, least))
}

export function usePerson(): Person | null {
  return useEngineState(({ person }) => person)
}
