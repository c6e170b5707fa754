import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import { failWith, toFailure } from '../contract/errors'
import type { ContractError } from '../contract/errors'
import { machineCommandSchema, machineNameSchema } from '../contract/remote'
import type { MachineFacts } from '../contract/remote'
import { portPair } from '../contract/port'
import { serve } from '../contract/server'
import { inferenceContract } from '../inference/inference-contract'
import type { HostedProcess, ProcessHost } from '../process/process-host'
import { streamPort } from '../process/stream-port'
import type { Digests } from './file-sender'
import { REMOTE_PROTOCOL, farContract } from './remote-contract'
import type { FarCommands } from './remote-contract'
import { remoteWork } from './remote-work'
import { message, messageTextOf } from '../messages/message'
import type { MessageText } from '../messages/message'

/** Another program in the place of `ssh`; it gets the same words. */
const SSH_VARIABLE = 'DELTASCRIBE_SSH'

/** Time to log in and to start the program there. */
const GREETING_MILLISECONDS = 60_000
/** No questions; and a connection over which nothing comes is noticed within a minute. */
const OPTIONS = ['BatchMode=yes', 'ConnectTimeout=30', 'ServerAliveInterval=15', 'ServerAliveCountMax=4']
const LAST_WORDS_MILLISECONDS = 1000
/** Characters of what `ssh` says of a failure. */
const MOST_SAID = 2000

export interface Machine {
  /** As `ssh` is told it. */
  host: string
  /** What starts Deltascribe there. */
  command: string
}

interface RemoteOptions {
  machine: Machine
  /** Of this program; the one there must be of the same. */
  version: string
  digests: Digests
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>
type RemoteClient = Client<FarCommands, Record<never, never>>

interface Connection {
  child: Child
  client: RemoteClient
  facts: MachineFacts
}

/** Starts inference processes on another machine. @throws ContractError `invalid-input` for a name that is none */
export function remoteProcessHost(options: RemoteOptions): ProcessHost {
  requireMachine(options.machine)
  return {
    async start(program) {
      if (program !== 'inference') {
        throw new Error(`${program} does not run on another machine`)
      }
      return hosted(await connect(options), options.digests)
    },
  }
}

/** What is found on another machine. @throws ContractError `unreachable`, `invalid-input` */
export async function inspectMachine(options: Omit<RemoteOptions, 'digests'>): Promise<MachineFacts> {
  requireMachine(options.machine)
  const { child, facts } = await connect(options)
  child.kill('SIGKILL')
  return facts
}

/** @throws ContractError `invalid-input` */
function requireMachine({ host, command }: Machine): void {
  const isHost = machineNameSchema.safeParse(host)
  if (!isHost.success) {
    throw failWith('invalid-input', message('remote.noName', { reason: isHost.error.issues[0].message }))
  }
  if (!machineCommandSchema.safeParse(command).success) {
    throw failWith('invalid-input', message('remote.badCommand'))
  }
}

/** @throws ContractError `unreachable` in words: it cannot be reached, is no Deltascribe, or one of another version */
async function connect({ machine, version }: Omit<RemoteOptions, 'digests'>): Promise<Connection> {
  const { host, command } = machine
  const child = startSsh(machine)
  const said = tailOf(child.stderr)
  let problem: MessageText | null = null
  child.on('error', (error) => (problem = message('remote.noSsh', { reason: messageTextOf(error) })))
  const port = streamPort(child.stdout, child.stdin, { onBroken: (reason) => (problem = reason) })
  const client = createClient(farContract)
  client.connect(port)
  // a program that ssh started, such as a proxy, may hold the streams open
  child.once('exit', () => setTimeout(() => port.close(), LAST_WORDS_MILLISECONDS).unref())
  const timer = setTimeout(() => {
    problem = message('remote.noAnswer')
    child.kill('SIGKILL')
  }, GREETING_MILLISECONDS)
  try {
    const facts = await client.call('hello', { version, protocol: REMOTE_PROTOCOL })
    if (facts.version !== version) {
      throw otherVersion(host, facts.version, version)
    }
    return { child, client, facts }
  } catch (error) {
    const { code } = toFailure(error)
    if (code === 'disconnected') {
      // what ssh says of it can come after the end of its output
      await Promise.race([once(child, 'close'), wait(LAST_WORDS_MILLISECONDS)]).catch(() => null)
    }
    child.kill('SIGKILL')
    if (code === 'unreachable') {
      throw error
    }
    const ended = lastLine(said()) ?? message('remote.connectionEnded')
    const reason = problem ?? (code === 'disconnected' ? ended : messageTextOf(error))
    throw failWith('unreachable', message('remote.cannotPropose', { host, command, reason }))
  } finally {
    clearTimeout(timer)
  }
}

function startSsh({ host, command }: Machine): Child {
  const program = process.env[SSH_VARIABLE] ?? 'ssh'
  // no terminal and no questions there; no shell here, so each word is one word
  const words = ['-T', ...OPTIONS.flatMap((option) => ['-o', option]), host, command]
  return spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
}

function otherVersion(host: string, theirs: string, ours: string): ContractError {
  return failWith('unreachable', message('remote.otherVersion', { host, theirs, ours }))
}

/** The last characters that a stream has brought so far. */
function tailOf(stream: Readable): () => string {
  let said = ''
  stream.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-MOST_SAID)
  })
  return () => said
}

/** Without control characters and a full stop. */
function lastLine(said: string): string | null {
  const lines = said.split(/[\r\n]+/).map((line) => line.replace(/\p{Cc}/gu, '').trim())
  return lines.findLast((line) => line !== '')?.replace(/\.$/, '') ?? null
}

/** An inference process as the lanes know it, whose requests another machine answers. */
function hosted({ child, client }: Connection, digests: Digests): HostedProcess {
  const [near, far] = portPair(structuredClone)
  serve(inferenceContract, remoteWork(client, digests), (command, error) => {
    console.error(`inference on another machine: ${command}:`, error)
  }).connect(far)
  client.onConnection((isConnected) => {
    if (!isConnected) {
      far.close()
    }
  })
  return {
    port: near,
    pid: child.pid,
    kill: () => child.kill('SIGKILL'),
    onExit: (listener) => child.once('exit', listener),
  }
}
