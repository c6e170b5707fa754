import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makePairFolder } from '../images/testing'
import { addProposeCommand } from './propose'
import { ownFolder, programArgs, runHere, imageDigestsIn } from './testing'

const SSHD = '/usr/sbin/sshd'
const KEYGEN = 'ssh-keygen'
/** A server that root starts needs it; others drop no rights. */
const PRIVILEGE_FOLDER = '/run/sshd'

const inFolder = ownFolder()
let server: ChildProcess | null = null

afterEach(() => void server?.kill('SIGKILL'))

/** Null where a server for SSH can be started. */
function reasonNot(): string | null {
  if (!existsSync(SSHD)) {
    return 'needs openssh-server'
  }
  return userInfo().uid === 0 && !existsSync(PRIVILEGE_FOLDER) ? `needs the folder ${PRIVILEGE_FOLDER}` : null
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A server on loopback with keys of its own; returns a program in the place of `ssh` that knows it as `server`. */
async function startSshd(): Promise<string> {
  const folder = inFolder('ssh')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [hostKey, key, config] = ['host', 'user', 'config'].map((name) => join(folder, name))
  for (const path of [hostKey, key]) {
    execFileSync(KEYGEN, ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  }
  const port = await freePort()
  const serverConfig = join(folder, 'sshd')
  await writeFile(
    serverConfig,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${hostKey}`,
      `AuthorizedKeysFile ${key}.pub`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'PidFile none',
      '',
    ].join('\n'),
  )
  server = spawn(SSHD, ['-D', '-e', '-f', serverConfig], { stdio: 'ignore' })
  await vi.waitFor(async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  }, 60_000)
  const known = join(folder, 'known')
  await writeFile(
    config,
    [
      'Host server',
      'HostName 127.0.0.1',
      `Port ${port}`,
      `User ${userInfo().username}`,
      `IdentityFile ${key}`,
      'IdentitiesOnly yes',
      'StrictHostKeyChecking accept-new',
      `UserKnownHostsFile ${known}`,
      '',
    ].join('\n'),
  )
  const program = join(folder, 'ssh-with-config')
  await writeFile(program, `#!/bin/sh\nexec ssh -F '${config}' "$@"\n`, { mode: 0o755 })
  return program
}

const reason = reasonNot()

test.skipIf(reason !== null)(
  `proposals are made over a real SSH connection${reason === null ? '' : ` [${reason}]`}`,
  { timeout: 300_000 },
  async () => {
    const folder = inFolder('images')
    await makePairFolder(folder, { count: 3, width: 96, height: 64, layout: 'a-b' })
    vi.stubEnv('DELTASCRIBE_SSH', await startSshd())
    const home = inFolder('far-home')
    await mkdir(home)
    const words = [process.execPath, ...programArgs].map((word) => `'${word}'`).join(' ')
    const command = `env -u DELTASCRIBE_HOME -u XDG_CACHE_HOME HOME='${home}' ${words} worker`
    const { code, out, err } = await runHere(
      addProposeCommand,
      'propose',
      folder,
      '--proposer',
      'difference',
      '--at',
      'server',
      '--at-command',
      command,
      '--yes',
      '--out',
      inFolder('out'),
    )
    expect([code, out]).toEqual([0, expect.stringMatching(/^3 proposals .* at server .* 0 failed/)])
    expect(err).not.toContain('cannot make proposals')
    expect(readdirSync(inFolder('out', 'masks'))).toHaveLength(3)
    const cache = join(home, '.cache', 'deltascribe', 'worker')
    // beside them those of the detector of names, where the build made it
    const digests = await imageDigestsIn(folder)
    expect(digests).toHaveLength(6)
    expect(readdirSync(join(cache, 'files'))).toEqual(expect.arrayContaining(digests))
    // each worker has noticed the end of its connection, and removed what was its own
    await vi.waitFor(() => expect(readdirSync(cache)).toEqual(['files']), 60_000)
  },
)
