import type { Person } from '../../src/contract/person'
import { shell } from '../engine'
import { text } from '../text/chosen'
import { notify } from './notices'

/** A server ends the connection of a person whose role was changed, and serves them on with the new one. */
export function tellConnection(person: Person | null, before: Person | null, wasLost: boolean): void {
  const { shell: words } = text
  if (person !== null && person.name === before?.name && person.role !== before.role) {
    notify('warning', words.team.roleChanged(words.team.roles[person.role]))
  } else if (wasLost) {
    notify('info', shell === null ? words.serverBack : words.engineBack)
  }
}
