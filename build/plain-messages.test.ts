import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build'
import { TESTS } from './imports/layers'
import { plainMessages } from './plain-messages'

/** Files and folders whose messages are English alone, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/cli/': 'the command line speaks English',
  'src/messages/': 'the catalogue itself',
  'src/contract/': 'for programs that talk to the engine, and its documentation for them',
  'src/engine/server/program-api.ts': 'for programs that talk to the engine',
  'src/engine/server/http-server.ts': 'for who starts deltascribe serve',
  'src/engine/server/serve.ts': 'for who starts deltascribe serve',
  'src/team/passwords.ts': 'deltascribe users alone',
  'src/team/people.ts': 'deltascribe users alone',
  'src/queue/worker-tokens.ts': 'deltascribe workers alone',
  'src/process/packed-message.ts': 'a bug of the caller',
  'src/remote/far-worker.ts': 'between two programs that do not fit',
  'src/remote/file-cache.ts': 'between two programs that do not fit',
  'src/packages/network-manifest.ts': 'the schema of a file, whose issue stands in a message',
  'src/store/check-store.ts': 'deltascribe doctor alone',
  'src/store/postgres/connection-thread.ts': 'the reason within a message, as those of the database',
  'src/dataset/import/': 'about lines and fields of files that others made, in the words of their formats',
  'src/dataset/formats/': 'about lines and fields of files that others made, in the words of their formats',
  'src/dataset/synthetic/': 'a bug of the caller',
  'src/dataset/composing/': 'deltascribe synth alone',
  'src/training/replicas/': 'a bug of the caller',
  'src/training/checkpoint.ts': 'about values of a file that a program wrote',
  'src/training/comparison/': 'the command line alone',
  'src/training/synthetic/': 'the command line alone',
  'src/training/data/training-set.ts': 'the command line alone',
}

const found = ['src', 'electron'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((file) => `${top}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !TESTS.test(file))
    .flatMap((file) =>
      plainMessages(file, readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
    ),
)

function exceptionOf(file: string): string | undefined {
  return Object.keys(EXCEPTIONS).find((place) => file.startsWith(place))
}

test('every text for a person is a message of the catalogue, but for the exceptions', () => {
  const plain = found.filter(({ file }) => exceptionOf(file) === undefined)
  expect(plain.map(({ file, text }) => `${file}:${text}`)).toEqual([])
})

test('no exception is left that nothing needs', () => {
  const used = new Set([...found.map(({ file }) => exceptionOf(file)), 'src/messages/'])
  expect(Object.keys(EXCEPTIONS).filter((place) => !used.has(place))).toEqual([])
})

test.each([
  ["throw failWith('held', 'It is open elsewhere.')", 1],
  ['throw new PackError(code, `${name} is missing here.`)', 1],
  ["emit('notice', { level: 'info', message: 'Work goes on.' })", 1],
  ["throw failWith('held', message('store.lookingOnly'))", 0],
  ["const given = { message: 'held' }", 0],
])('%s has %i', (source, count) => {
  expect(plainMessages('made.ts', source)).toHaveLength(count)
})
