import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, afterAll, expect, test, vi } from 'vitest'
import * as propose from '../../difference/proposer'
import * as graphSession from '../../../inference/sessions/model-session'
import { rdd } from '../../rdd/family'
import { createProposer } from './predictor'
import { openStagedModel, writeUntrainedFamily } from './testing'

vi.mock('../../../inference/sessions/model-session', { spy: true })
vi.mock('../../difference/proposer', { spy: true })

const cpu = { provider: 'cpu', threads: 1 } as const

let home = ''
let folder = ''
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'family-opening-'))
  folder = await writeUntrainedFamily(home, 'rdd')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(() => vi.resetAllMocks())

/** Sessions in place of the runtime's; the one with the number `failing` cannot be opened. */
function countSessions(failing: number): { open: () => number; opened: () => number } {
  let [opened, released] = [0, 0]
  const create = (): ReturnType<typeof graphSession.createGraphSession> => {
    if (opened === failing) {
      return Promise.reject(new Error('no memory'))
    }
    opened++
    const session = { release: async () => void released++ }
    return Promise.resolve(session as Awaited<ReturnType<typeof graphSession.createGraphSession>>)
  }
  vi.mocked(graphSession.createGraphSession).mockImplementation(create)
  vi.mocked(graphSession.createRowSession).mockImplementation(create)
  return { open: () => opened - released, opened: () => opened }
}

test('where a later stage cannot be opened, the earlier ones are released', async () => {
  const { open, opened } = countSessions(1)
  await expect(createProposer(rdd, folder, cpu)).rejects.toThrow('no memory')
  expect([opened(), open()]).toEqual([1, 0])
})

test('where the measured difference cannot be opened, all stages are released', async () => {
  const { open, opened } = countSessions(Infinity)
  vi.mocked(propose.createDifferenceProposer).mockRejectedValue(new Error('no difference'))
  await expect(createProposer(rdd, folder, cpu)).rejects.toThrow('no difference')
  expect(opened()).toBeGreaterThan(1)
  expect(open()).toBe(0)
})

test('a stage that failed does not prevent the release of the others', async () => {
  const { open } = countSessions(1)
  const network = await openStagedModel(rdd, folder, cpu)
  await expect(network.openStages(['encode', 'decode'])).rejects.toThrow('no memory')
  await network.release()
  expect(open()).toBe(0)
})
