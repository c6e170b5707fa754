import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { englishOf, messageTextOf } from '../src/messages/message'
import { handleShellCalls, restartPage } from './page'

type Answer = (event: unknown, value: unknown) => Promise<unknown>

/** What stands for Electron: calls of the page that are answered, and what the system says where it opens a folder. */
const electron = vi.hoisted(() => ({ answers: new Map<string, Answer>(), systemSays: '' }))

vi.mock('electron', () => ({
  ipcMain: { handle: (name: string, answer: Answer) => electron.answers.set(name, answer) },
  shell: { openPath: async () => electron.systemSays, showItemInFolder: () => undefined },
  BrowserWindow: { fromWebContents: () => ({}) },
}))

/** What `restartPage` uses of a page. */
class Page extends EventEmitter {
  reloads = 0

  reload(): void {
    this.reloads += 1
  }

  end(reason: string): void {
    this.emit('render-process-gone', {}, { reason })
  }
}

let page: Page
let told: string[]

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  told = []
  restartPage(page as unknown as WebContents, (text) => told.push(englishOf(text)))
})
afterEach(() => void vi.useRealTimers())

test('a page whose process crashed is loaded again', () => {
  page.end('crashed')
  expect([page.reloads, told]).toEqual([1, []])
})

test('a page that was closed is not loaded again', () => {
  page.end('clean-exit')
  expect([page.reloads, told]).toEqual([0, []])
})

test('one that ends again within five seconds is given up in words; later it is loaded once more', () => {
  page.end('crashed')
  vi.advanceTimersByTime(4999)
  page.end('oom')
  expect(page.reloads).toBe(1)
  expect(told).toEqual([expect.stringContaining('oom')])
  vi.advanceTimersByTime(1)
  page.end('crashed')
  expect([page.reloads, told.length]).toEqual([2, 1])
})

test.skipIf(process.platform === 'darwin')(
  'a folder that the system cannot show is told of with the reason [macOS gives none]',
  async () => {
    handleShellCalls({ allowFolder: async () => undefined, isShowable: async () => true }, (error) =>
      englishOf(messageTextOf(error)),
    )
    const event = { sender: null, senderFrame: { url: 'deltascribe://app/' } }
    const folder = tmpdir()
    const reveal = async (): Promise<unknown> => electron.answers.get('shell:reveal')?.(event, folder)
    expect(await reveal()).toBe(null)
    electron.systemSays = 'A required tool could not be found'
    expect(await reveal()).toBe(
      `The system did not show ${folder}: A required tool could not be found. Open the folder in your file manager.`,
    )
  },
)
