import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TargetExistsError, writeWhole } from './write-set'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whole-')))
})
afterEach(() => rmSync(root, { recursive: true }))

const SET = 'pairs.jsonl'

/** Writes a set of one file; `meanwhile` happens before it is done. */
function write(meanwhile: () => void = () => {}, signal = new AbortController().signal): Promise<void> {
  return writeWhole(join(root, 'out'), signal, (partial) => {
    writeFileSync(join(partial, SET), 'ours')
    meanwhile()
    return Promise.resolve()
  })
}

/** Of a set that could not be put at its target: its message, and the folder that the message names. */
async function failed(writing: Promise<void>): Promise<{ message: string; kept: string }> {
  const error: unknown = await writing.then(
    () => null,
    (reason: unknown) => reason,
  )
  const message = error instanceof Error ? error.message : ''
  return { message, kept: /It is whole in (.*): move/.exec(message)?.[1] ?? '' }
}

test('an empty folder gets the set', async () => {
  mkdirSync(join(root, 'out'))
  await write()
  expect(readdirSync(root)).toEqual(['out'])
  expect(readdirSync(join(root, 'out'))).toEqual([SET])
})

test('a folder that holds something is refused before anything is written', async () => {
  mkdirSync(join(root, 'out'))
  writeFileSync(join(root, 'out/mine.txt'), 'mine')
  let begun = false
  await expect(write(() => (begun = true))).rejects.toBeInstanceOf(TargetExistsError)
  expect(begun).toBe(false)
})

test('what came to the empty folder meanwhile stays, and the finished set is kept and named', async () => {
  mkdirSync(join(root, 'out'))
  const { message, kept } = await failed(write(() => writeFileSync(join(root, 'out/notes.txt'), 'mine')))
  expect(readdirSync(join(root, 'out'))).toEqual(['notes.txt'])
  expect(readFileSync(join(kept, SET), 'utf8')).toBe('ours')
  expect(message).toContain(`cannot be put at ${join(root, 'out')}: something else came there meanwhile`)
})

test('of two runs to one folder the first to finish has it, and the set of the other is kept too', async () => {
  let first: Promise<void> = Promise.resolve()
  const { kept } = await failed(
    writeWhole(join(root, 'out'), new AbortController().signal, async (partial) => {
      writeFileSync(join(partial, SET), 'second')
      first = write()
      await first
    }),
  )
  await first
  expect(readFileSync(join(root, 'out', SET), 'utf8')).toBe('ours')
  expect(readFileSync(join(kept, SET), 'utf8')).toBe('second')
})

test('a file that came to the target meanwhile stays', async () => {
  const { kept } = await failed(write(() => writeFileSync(join(root, 'out'), 'mine')))
  expect(readFileSync(join(root, 'out'), 'utf8')).toBe('mine')
  expect(existsSync(join(kept, SET))).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a link to an empty folder stays, and the folder gets the set',
  async () => {
    mkdirSync(join(root, 'disk'))
    symlinkSync(join(root, 'disk'), join(root, 'out'))
    await write()
    expect(lstatSync(join(root, 'out')).isSymbolicLink()).toBe(true)
    expect(readdirSync(join(root, 'disk'))).toEqual([SET])
  },
)

test('a set that is stopped at its end leaves nothing', async () => {
  const stop = new AbortController()
  await expect(write(() => stop.abort(new Error('Stopped.')), stop.signal)).rejects.toThrow('Stopped.')
  expect(readdirSync(root)).toEqual([])
})

function full(): never {
  throw new Error('ENOSPC: no space left on device')
}

test('a set that fails leaves nothing', async () => {
  await expect(write(full)).rejects.toThrow(/^No set was written to .* Free some space/)
  expect(readdirSync(root)).toEqual([])
})
