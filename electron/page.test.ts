import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { englishOf } from '../src/messages/message'
import { restartPage } from './page'

vi.mock('electron', () => ({}))

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
