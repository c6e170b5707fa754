import { resolve } from 'node:path'
import { failWith } from '../contract/errors'
import type { EngineHandlers } from '../contract/engine'
import type { Caller, Person } from '../contract/person'
import type { Port } from '../contract/port'
import { message } from '../messages/message'

/** The people of a team who have a page open at this server. */
export class PeopleHere {
  /** One entry a page. */
  private readonly names: string[] = []

  /** They are here until the port of their page closes. */
  come({ name }: Person, port: Pick<Port, 'onClose'>): void {
    this.names.push(name)
    port.onClose(() => this.names.splice(this.names.indexOf(name), 1))
  }

  besides(caller: Caller): string[] {
    return [...new Set(this.names)].filter((name) => name !== caller?.name).toSorted()
  }
}

/**
 * A server has one folder open for all. While others are at work nobody takes it from them.
 * @param openFolder the one that is open; null for none
 */
export function refusedWhileOthersWork(
  handlers: EngineHandlers,
  people: PeopleHere,
  openFolder: () => string | null,
): EngineHandlers {
  /** @throws ContractError `conflict` */
  function requireAlone(caller: Caller): void {
    const others = people.besides(caller)
    if (others.length > 0 && openFolder() !== null) {
      throw failWith('conflict', message('team.othersWork', { names: others.join(', ') }))
    }
  }
  return {
    ...handlers,
    'project.open': (input, caller) => {
      if (resolve(input.folder) !== openFolder()) {
        requireAlone(caller)
      }
      return handlers['project.open'](input, caller)
    },
    'project.close': (input, caller) => {
      requireAlone(caller)
      return handlers['project.close'](input, caller)
    },
  }
}
