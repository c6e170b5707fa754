import { expect, test } from 'vitest'
import { engineCommands } from './engine'
import { messageOf } from './errors'
import { ROLES } from './person'
import type { Caller, Role } from './person'
import { LEAST_ROLE, OWN_SETTINGS, requireRole } from './roles'
import { settingsSchema } from './work'

const caller = (role: Role): Caller => ({ name: 'Ada', role })

test('every command names the least role that may send it', () => {
  expect(Object.keys(LEAST_ROLE).sort()).toEqual(Object.keys(engineCommands).sort())
})

/** Commands that change what a project or the machine holds, by their names: a viewer may send none. */
const CHANGING =
  /\.(edit|undo|redo|decide|adopt|make|start|stop|set[A-Z]\w*|forget|renew|carry|take\w*|release|open\w*|close|add\w*|remove|delete|restore|import|export|promote|rollBack|rename|discard|cancel|pause|resume|use|try|agree|captionPairs|saveCopy)$/

test('a viewer may send no command whose name says that it changes something', () => {
  const open = Object.entries(LEAST_ROLE).filter(([name, role]) => role === 'viewer' && CHANGING.test(name))
  // it compares a caption with a mask
  expect(open.map(([name]) => name)).toEqual(['chain.agree'])
})

test('work of workers may be asked for by those who may have it done here', () => {
  const { 'export.ask': exports, 'workers.askCaptions': captions } = LEAST_ROLE
  expect([exports, captions]).toEqual([LEAST_ROLE['export.start'], LEAST_ROLE['connector.captionPairs']])
})

/** What is said to it; null where it may. */
function refusal(command: keyof typeof LEAST_ROLE, input: unknown, who: Caller): string | null {
  try {
    requireRole(command, input, who)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

const COMMANDS = Object.keys(LEAST_ROLE) as (keyof typeof LEAST_ROLE)[]

test.each(ROLES)('a %s is refused all that needs a higher role, in words', (role) => {
  const said = COMMANDS.map((command) => refusal(command, {}, caller(role)))
  const wanted = COMMANDS.map((command) =>
    ROLES.indexOf(role) < ROLES.indexOf(LEAST_ROLE[command])
      ? `Your role (${role}) may not do this: it needs the role ${LEAST_ROLE[command]}. Nothing was changed.`
      : null,
  )
  expect(said).toEqual(wanted)
})

test('one who works alone may do all', () => {
  expect(COMMANDS.map((command) => refusal(command, {}, null))).toEqual(COMMANDS.map(() => null))
})

test('each setting is of the person or of the machine, and those of the machine are an owner’s', () => {
  const settings = Object.keys(settingsSchema.shape)
  const free = (role: Role): string[] =>
    settings.filter((name) => refusal('settings.set', { [name]: null }, caller(role)) === null)
  expect(free('owner')).toEqual(settings)
  expect(free('adjudicator').sort()).toEqual([...OWN_SETTINGS].sort())
  expect(free('viewer').sort()).toEqual([...OWN_SETTINGS].sort())
  expect(refusal('settings.set', { theme: 'dark', provider: 'cpu' }, caller('reviewer'))).toContain('owner')
})
