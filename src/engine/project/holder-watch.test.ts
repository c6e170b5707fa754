import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePairFolder } from '../../images/testing'
import { ProjectStore, STORE_NAME } from '../../store/project-store'
import { watchHolder } from './holder-watch'
import { openProject } from './open-project'
import type { OpenProject } from './open-project'
import { projectSettings, setSetting } from './project-settings'

let root = ''
let looker: OpenProject
let editor: ProjectStore
let closer: AbortController

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-holder-'))
  const folder = join(root, 'pairs')
  mkdirSync(folder)
  await makePairFolder(folder, { count: 2, width: 32, height: 32, layout: 'a-b' })
  const opener = { program: 'test', access: 'look' } as const
  looker = await openProject(folder, null, join(root, 'home'), { opener })
  editor = new ProjectStore(join(looker.storeFolder, STORE_NAME))
  closer = new AbortController()
  vi.useFakeTimers()
})
afterEach(() => {
  closer.abort()
  vi.useRealTimers()
  editor.close()
  looker.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

function watch(onReplaced: () => Promise<unknown>): void {
  const events = { onPair: () => undefined, onHolder: () => undefined, onReplaced }
  watchHolder(looker, events, closer.signal)
  setSetting(editor.meta, projectSettings.contents, 'other pairs')
}

test('a project that was read anew is opened again once, however long that takes', async () => {
  let asked = 0
  const opened: (() => void)[] = []
  watch(() => {
    asked += 1
    return new Promise<void>((resolve) => {
      opened.push(resolve)
    })
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(1)
  closer.abort()
  opened.forEach((end) => end())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(1)
})

test('where it could not be opened again it is tried later', async () => {
  let asked = 0
  watch(async () => {
    asked += 1
  })
  await vi.advanceTimersByTimeAsync(3500)
  expect(asked).toBeGreaterThan(1)
})
