import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from './read-password'
import { addServeCommand } from './serve'
import { ownFolder, runHere } from './testing'
import { addUsersCommand } from './users'

const inFolder = ownFolder()
const DATABASE = ['--database', 'postgres://localhost/none']

test.each([
  [['--team'], 'add --database URL'],
  [['--team', ...DATABASE, '--listen', '0.0.0.0'], 'Passwords would go over the network in the clear'],
  [['--team', ...DATABASE, '--listen', '192.0.2.7', '--host', 'team.example'], 'in the clear at 192.0.2.7'],
  [['--team', ...DATABASE, '--tls-certificate', 'a.pem'], 'go together'],
  [['--team', ...DATABASE, '--tls-certificate', '/gone.pem', '--tls-key', '/gone.key'], 'cannot be read'],
  [['--team', ...DATABASE, '--api', 'api.json'], 'no name and no role'],
  [['--listen', '0.0.0.0'], 'need --team'],
  [['--host', 'team.example'], 'need --team'],
  [['--behind-proxy'], 'need --team'],
])('serve %j is refused, with the reason', async (words, reason) => {
  const { code, err, out } = await runHere(addServeCommand, 'serve', inFolder('.'), ...words)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(reason)
})

test('a role that is none is refused, and a password is no argument', async () => {
  const role = await runHere(addUsersCommand, 'users', 'add', 'Ada', '--role', 'king', ...DATABASE)
  expect([role.code, role.err]).toEqual([2, expect.stringContaining('Roles are viewer, reviewer')])
  const words = ['users', 'add', 'Ada', 'secret password', '--role', 'owner', ...DATABASE]
  expect((await runHere(addUsersCommand, ...words)).code).toBe(2)
})

/** A terminal on which this is typed, and what it shows. */
function typing(text: string, isTTY: boolean) {
  const shown: string[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (isRaw: boolean) => shown.push(isRaw ? 'hidden' : 'open'),
  })
  const parts = text.split('|')
  const next = (): void => void input.write(parts.shift() ?? '')
  const ask = (prompt: string): void => {
    shown.push(prompt)
    if (prompt !== '\n') {
      next()
    }
  }
  if (!isTTY) {
    input.end(text)
  }
  return { terminal: { input, ask }, shown }
}

test('a password is asked for twice at a terminal, and not shown', async () => {
  const { terminal, shown } = typing('correct horsex\u007F\r|correct horse\r', true)
  expect(await readPassword(terminal)).toBe('correct horse')
  expect(shown).toEqual(['Password: ', 'hidden', 'open', '\n', 'Once more: ', 'hidden', 'open', '\n'])
})

test('two passwords that differ change nothing, and Ctrl+C ends it', async () => {
  await expect(readPassword(typing('one password\r|another\r', true).terminal)).rejects.toThrow(
    'not the same',
  )
  await expect(readPassword(typing('one pass\u0003', true).terminal)).rejects.toThrow('Nothing was changed')
})

test.each(['from a file\n', 'from a file\r\nmore', 'from a file'])(
  'of input that is no terminal %j its first line counts',
  async (text) => {
    expect(await readPassword(typing(text, false).terminal)).toBe('from a file')
  },
)
