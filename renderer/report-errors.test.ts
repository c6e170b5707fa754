import { beforeEach, expect, test, vi } from 'vitest'
import { failWith } from '../src/contract/errors'

const call = vi.hoisted(() =>
  vi.fn<(command: string, input: object) => Promise<null>>(() => Promise.resolve(null)),
)
vi.mock('./engine', () => ({ engine: { call } }))

const { reportErrors } = await import('./report-errors')

let page: EventTarget

beforeEach(() => {
  call.mockClear()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  reportErrors()
})

function fail(kind: 'error' | 'unhandledrejection', fields: object): void {
  page.dispatchEvent(Object.assign(new Event(kind), fields))
}

test('an error that nothing caught goes to the log with its name, message and stack', () => {
  const error = new TypeError('x is undefined')
  error.stack = 'TypeError: x is undefined\n    at main.js:1:1'
  fail('error', { error, message: 'Uncaught TypeError: x is undefined' })
  const sent = { kind: 'error', name: 'TypeError', message: 'x is undefined', stack: error.stack }
  expect(call.mock.calls).toEqual([['app.pageError', sent]])
})

test('what is thrown or rejected and is no error goes to the log by its type', () => {
  fail('error', { error: 'broken', message: 'Uncaught broken' })
  fail('unhandledrejection', { reason: undefined })
  expect(call.mock.calls).toEqual([
    ['app.pageError', { kind: 'error', name: 'string', message: 'Uncaught broken', stack: '' }],
    ['app.pageError', { kind: 'rejection', name: 'undefined', message: '', stack: '' }],
  ])
})

test('long texts are cut to what the contract takes', () => {
  const error = new Error('m'.repeat(5000))
  error.stack = 's'.repeat(20_000)
  fail('unhandledrejection', { reason: error })
  const sent = { message: 'm'.repeat(2000), stack: 's'.repeat(10_000) }
  expect(call.mock.calls).toEqual([['app.pageError', expect.objectContaining(sent)]])
})

test('failures of commands are in the log already, and are not sent', () => {
  fail('unhandledrejection', { reason: failWith('conflict', 'Another proposal has come.') })
  expect(call).not.toHaveBeenCalled()
})

test('a page that fails all the time sends fifty reports', () => {
  for (let count = 0; count < 60; count++) {
    fail('error', { error: new Error(String(count)), message: '' })
  }
  expect(call).toHaveBeenCalledTimes(50)
})

test('a report that cannot be sent fails nothing', async () => {
  call.mockRejectedValueOnce(new Error('disconnected'))
  fail('error', { error: new Error('x'), message: '' })
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1), 60_000)
})
