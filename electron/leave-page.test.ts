import { EventEmitter } from 'node:events'
import type { IpcMain } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leavePage } from './leave-page'

let ipc: EventEmitter
let asked: string[]
let hasLeft: boolean

beforeEach(() => {
  vi.useFakeTimers()
  ipc = new EventEmitter()
  asked = []
  hasLeft = false
  const page = { ipc: ipc as unknown as IpcMain, send: (name: string) => void asked.push(name) }
  void leavePage(page).then(() => {
    hasLeft = true
  })
})
afterEach(() => void vi.useRealTimers())

test('a page that stores its work is waited for', async () => {
  expect(asked).toEqual(['shell:leave'])
  ipc.emit('shell:leaving')
  await vi.advanceTimersByTimeAsync(9000)
  expect(hasLeft).toBe(false)
  ipc.emit('shell:left')
  await vi.advanceTimersByTimeAsync(0)
  expect(hasLeft).toBe(true)
  expect(ipc.eventNames()).toEqual([])
})

test('a page that does not answer is waited for a second', async () => {
  await vi.advanceTimersByTimeAsync(999)
  expect(hasLeft).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(hasLeft).toBe(true)
})

test('a page that comes to no end is left after eleven seconds', async () => {
  ipc.emit('shell:leaving')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(hasLeft).toBe(true)
})
