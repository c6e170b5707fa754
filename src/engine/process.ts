import { parentPort } from '../process/parent-port'
import { checksOutputs } from '../process/own-programs'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { failWith } from '../contract/errors'
import { callerSchema } from '../contract/person'
import type { Caller } from '../contract/person'
import type { Port } from '../contract/port'
import { serve } from '../contract/server'
import { openChildLog, commandFailureFields } from '../process/log/log'
import { multiplex } from '../process/multiplex'
import { nodeProcessHost } from '../process/process-host'
import { noSecretBox, utilitySecretBox } from '../process/secret-box'
import { onUtilityPort, utilityParent, utilityProcessHost } from '../process/utility'
import { createEngine } from './engine'
import type { Engine } from './engine'
import { hostContract } from './supervisor/host-contract'
import { DatabaseAway } from '../store/postgres/postgres-error'
import type { Question } from './supervisor/host-contract'
import { message } from '../messages/message'

/**
 * The engine as a process of its own. Control messages come on channel 0 of the parent's port. Clients
 * come as further channels from a Node parent, and as ports of their own from Electron.
 */
let engine: Engine | null = null
/** For what comes on other ports than the control port, which keep no order among each other. */
const LAST_WORDS_MILLISECONDS = 100
const EARLY: [Port, Caller][] = []

function connect(port: Port, caller: Caller): void {
  if (engine === null) {
    EARLY.push([port, caller])
  } else {
    engine.connect(port, caller)
  }
}

function running(): Engine {
  if (engine === null) {
    throw failWith('no-project', message('engine.starting'))
  }
  return engine
}

const log = openChildLog('engine')
const utility = utilityParent()
const host = utility === null ? nodeProcessHost : utilityProcessHost(utility)
const secretBox = utility === null ? noSecretBox : utilitySecretBox(utility)
const carrier = multiplex(parentPort())
carrier.onOpen((port, greeting) => connect(port, callerSchema.parse(greeting)))
if (utility !== null) {
  onUtilityPort(utility, 'client', (port) => connect(port, null))
}

/** By an id that no other engine has: the answer may come to one that was started meanwhile. */
const ASKED = new Map<string, (isAllowed: boolean) => void>()

function ask(question: Question): Promise<boolean> {
  const id = randomUUID()
  return new Promise((resolve) => {
    ASKED.set(id, resolve)
    control.emit('asked', { id, question })
  })
}

function announceFolder(folder: string | null): void {
  control.emit('folder.changed', { folder })
}

const control = serve(
  hostContract,
  {
    start: async ({ folder, canAsk, ...options }) => {
      const started = createEngine({
        ...options,
        askPerson: canAsk ? ask : null,
        log,
        host,
        secretBox,
        onFolder: announceFolder,
        onLanguage: (language) => control.emit('language.changed', { language }),
      })
      if (folder !== null) {
        await started.openAtStart(folder)
      }
      engine = started
      EARLY.splice(0).forEach(([port, caller]) => started.connect(port, caller))
      return null
    },
    beat: () => null,
    'folder.allow': ({ folder }) => {
      running().allowFolder(folder)
      return null
    },
    'folder.isShowable': ({ folder }) => running().isShowable(folder),
    answered: ({ id, isAllowed }) => {
      ASKED.get(id)?.(isAllowed)
      ASKED.delete(id)
      return null
    },
    'folder.open': async ({ folder }) => {
      await running().open(folder)
      return null
    },
    finish: async () => {
      await setTimeout(LAST_WORDS_MILLISECONDS)
      return null
    },
    'picture.locate': (address) => running().locatePicture(address),
  },
  (command, error) => console.error(`engine host: ${command}:`, error),
  {
    checksOutputs,
    onFailure: (command, error) =>
      log.write('warning', 'command.failed', commandFailureFields(command, error)),
  },
)
/** What nobody asked for, as counts for the screen, fails while a database is away: it is done anew with the next change. */
function survive(error: unknown): void {
  if (!(error instanceof DatabaseAway)) {
    throw error
  }
  log.write('warning', 'database.away', { reason: error.message })
}
process.on('uncaughtException', survive)
process.on('unhandledRejection', survive)

control.connect(carrier.control)
