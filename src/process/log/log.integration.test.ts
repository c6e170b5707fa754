import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ContractError, failWith } from '../../contract/errors'
import { message, messageFields } from '../../messages/message'
import {
  commandFailureFields,
  failureFields,
  logOn,
  openLog,
  lastLogLines,
  LogFile,
  logFolder,
  logPath,
} from './log'

let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-log-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

function written(index = 0): string {
  return readFileSync(logPath(home, index), 'utf8')
}

describe('a line', () => {
  test('has time, level, process, message and fields as JSON', () => {
    openLog(home, 'engine').write('warning', 'process.exited', { code: null, signal: 'SIGKILL' })
    expect(written()).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z warning engine process\.exited \{"code":null,"signal":"SIGKILL"\}\n$/,
    )
  })

  test('stays one line, and is cut short where a field is long', () => {
    openLog(home, 'main').write('error', 'x', { message: `first\nsecond${'a'.repeat(5000)}` })
    expect(written().split('\n')).toHaveLength(2)
    expect(written().length).toBeLessThan(1200)
  })

  test('has no login of an address', () => {
    const message = 'http://bob:hunter2@proxy.corp:3128, https://x:p@ss@host/a@b is not allowed'
    openLog(home, 'main').write('error', 'x', { message })
    expect(written()).toContain('"http://proxy.corp:3128, https://host/a@b is not allowed"')
  })

  test('less serious than is wanted is not written', () => {
    openLog(home, 'main').write('debug', 'left-out')
    vi.stubEnv('DELTASCRIBE_LOG_LEVEL', 'debug')
    openLog(home, 'main').as('renderer').write('debug', 'kept')
    expect(lastLogLines(home, 10)).toEqual([expect.stringContaining(' debug renderer kept {}')])
  })
})

describe('rotation', () => {
  test('begins another file where one is full, and keeps only so many', () => {
    const log = logOn(new LogFile(home, { bytes: 300, kept: 2 }), 'main')
    for (let number = 0; number < 40; number += 1) {
      log.write('info', 'counted', { number })
    }
    expect(readdirSync(logFolder(home)).sort()).toEqual([
      'deltascribe.1.log',
      'deltascribe.2.log',
      'deltascribe.log',
    ])
    for (const index of [0, 1, 2]) {
      expect(statSync(logPath(home, index)).size).toBeLessThan(400)
    }
    const numbers = lastLogLines(home, 8).map((line) => /"number":(\d+)/.exec(line)?.[1])
    expect(numbers).toEqual(['32', '33', '34', '35', '36', '37', '38', '39'])
  })

  test('waits for another program that rotates, but not for one that ended at it', () => {
    const log = logOn(new LogFile(home, { bytes: 10, kept: 1 }), 'main')
    const lock = join(logFolder(home), 'rotating')
    writeFileSync(lock, '')
    log.write('info', 'first')
    log.write('info', 'second')
    expect(lastLogLines(home, 10)).toHaveLength(2)
    expect(readdirSync(logFolder(home))).not.toContain('deltascribe.1.log')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    log.write('info', 'third')
    vi.restoreAllMocks()
    expect(written(1)).toContain('second')
    expect(written()).toContain('third')
  })

  test('of two processes that write at once loses and mixes no line', async () => {
    const module = pathToFileURL(join(import.meta.dirname, 'log.ts')).href
    const script = `
      const { LogFile } = await import(${JSON.stringify(module)})
      const file = new LogFile(${JSON.stringify(home)}, { bytes: 2000, kept: 40 })
      for (let number = 0; number < 300; number += 1) file.append(process.argv[1] + ' ' + number + ' ' + 'x'.repeat(60))`
    const ended = ['a', 'b'].map((name) => {
      const args = ['--import', 'tsx', '--input-type=module', '-e', script, name]
      return once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    })
    expect((await Promise.all(ended)).map(([code]) => code as number)).toEqual([0, 0])
    const lines = lastLogLines(home, 1000, { bytes: 2000, kept: 40 })
    for (const name of ['a', 'b']) {
      const own = lines.filter((line) => line.startsWith(`${name} `))
      expect(own.map((line) => /^\w (\d+) x{60}$/.exec(line)?.[1])).toEqual(
        Array.from({ length: 300 }, (_, number) => String(number)),
      )
    }
  })
})

describe('where nothing can be written', () => {
  test.skipIf(process.getuid?.() === 0)('a read-only folder costs the log alone [not as root]', () => {
    chmodSync(home, 0o500)
    openLog(home, 'main').write('info', 'lost')
    chmodSync(home, 0o700)
    expect(lastLogLines(home, 10)).toEqual([])
  })

  test.skipIf(!existsSync('/dev/full'))('so does a full disk, without a throw [needs /dev/full]', () => {
    const log = openLog(home, 'main')
    symlinkSync('/dev/full', logPath(home))
    expect(() => log.write('info', 'lost')).not.toThrow()
    rmSync(logPath(home))
    log.write('info', 'lost')
    expect(lastLogLines(home, 10)).toEqual([])
  })

  test('a file in the folder’s place does too', () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    openLog(file, 'main').write('info', 'lost')
    expect(lastLogLines(file, 10)).toEqual([])
  })

  test('a folder that is gone is not made again', () => {
    const log = openLog(home, 'main')
    rmSync(home, { recursive: true })
    log.write('info', 'lost')
    log.write('info', 'lost')
    expect(lastLogLines(home, 10)).toEqual([])
  })
})

describe('failures', () => {
  test('of an image are told without the name of its file', () => {
    const text = message('problems.incomplete', { name: 'DOE_JANE.dcm' })
    const path = 'scans/DOE_JANE.dcm'
    const failure = { code: 'bad-image', reason: 'unreadable', path, ...messageFields(text) } as const
    const fields = failureFields(new ContractError(failure))
    expect(fields).toEqual({ code: 'bad-image', message: 'problems.incomplete' })
  })

  test('are told by code and message, without what is quoted', () => {
    const failure = failWith('not-found', 'There is no pair "a red roof". Open “another”.')
    expect(failureFields(failure)).toEqual({ code: 'not-found', message: 'There is no pair "…".' })
  })

  test('of what cannot be parsed do not repeat it', () => {
    const thrown = attempt(() => JSON.parse('a red roof has gone') as unknown)
    expect(JSON.stringify(failureFields(thrown))).not.toContain('roof')
  })

  test('of a bug say where it happened, without the message of its stack', () => {
    const { stack, name } = failureFields(new TypeError('a red roof'))
    expect(name).toBe('TypeError')
    expect(stack).toMatch(/^at .*log\.integration\.test\.ts/)
    expect(stack).not.toContain('roof')
  })

  test('of commands that carry captions or keys have no message', () => {
    for (const command of ['connector.setKey', 'chain.remask', 'pairs.edit', 'recaption']) {
      expect(commandFailureFields(command, new Error('a red roof'))).not.toHaveProperty('message')
    }
    expect(commandFailureFields('export.start', new Error('disk full'))).toMatchObject({
      message: 'disk full',
    })
  })
})

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
