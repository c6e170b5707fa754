import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveChat } from '../../connector/testing'
import type { ChatServer } from '../../connector/testing'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../contract/connector'
import type { CaptionReport } from '../../contract/connector'
import { makePairFolder } from '../../images/testing'
import { nodeProcessHost } from '../../process/process-host'
import { noSecretBox } from '../../process/secret-box'
import { openProject } from '../project/open-project'
import type { OpenProject } from '../project/open-project'
import { InferenceLane } from '../lanes/inference-lane'
import { noLocalCaptions } from './testing'
import { CaptionConnector } from './caption-connector'
import { captionPairs } from './caption-pairs'
import { ConnectorKeys } from './connector-keys'
import { Endpoints } from './endpoints'
import { UserFiles } from '../user-folder'
import { englishOf } from '../../messages/message'

const pairCount = 6
const written = { rank: 0, source: { kind: 'person' }, logProbability: null } as const

let folder = ''
let server: ChatServer
let lane: InferenceLane
let project: OpenProject
let connector: CaptionConnector

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: pairCount, width: 32, height: 24, layout: 'a-b' })
  server = await serveChat()
  lane = new InferenceLane(nodeProcessHost, { isQuiet: true })
  project = await openProject(folder, null, join(folder, 'home'))
  connector = new CaptionConnector({
    settings: () => ({ ...DEFAULT_CONNECTOR_SETTINGS, isOn: true, address: server.address, model: 'seer' }),
    keys: new ConnectorKeys(folder, noSecretBox, null),
    endpoints: new Endpoints({}, new UserFiles(folder)),
    lane,
    sampleFolder: folder,
    local: noLocalCaptions,
    onText: () => undefined,
  })
})
afterEach(() => {
  project.store.close()
  lane.dispose()
  server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** A caption of a person on each pair, so that all are known. */
function writeAll(): void {
  for (let pairId = 1; pairId <= pairCount; pairId += 1) {
    const caption = { ...written, id: `of-${pairId}`, text: 'as I say' }
    const diff = [{ type: 'caption.add', caption, index: 0 } as const]
    project.store.edit(pairId, `written-${pairId}`, 'Caption added', diff, '')
  }
}

/** @param onProgress before each question */
function ask(onProgress: (done: number) => void = () => {}): Promise<CaptionReport> {
  return captionPairs({
    project,
    queue: { makeFor: () => Promise.reject(new Error('all pairs are known')) },
    connector,
    pairIds: null,
    onPair: () => {},
    progress: onProgress,
    signal: new AbortController().signal,
  })
}

test('pairs whose blind reviews are not all decided are left out, and no server sees them', async () => {
  writeAll()
  project.store.setOverlap([1, 2, 3], 2)
  for (const [at, reviewer] of ['Ann', 'Bo'].entries()) {
    const own = project.store.ownReview(3, reviewer)
    project.store.decide(own, 'reject', { eventId: `decided-${at}`, reviewer, milliseconds: 1 })
  }
  // the last one gets its reviews while the first is asked about
  const report = await ask(() => project.store.setOverlap([1, 2, 3, pairCount], 2))
  const asked = [3, 4, 5].map((pairId) => project.store.pair(pairId).key)
  expect(report.added.map(({ key }) => key)).toEqual(asked)
  expect(report).toMatchObject({ leftOut: 3, failed: [], stopped: null })
  expect(server.questions).toHaveLength(3)
})

test('a pair that gets blind reviews while the server answers is left out', async () => {
  writeAll()
  project.store.setOverlap([1, 2, 3, 4, 5], 2)
  server.respond = () => {
    project.store.setOverlap([1, 2, 3, 4, 5, 6], 2)
    return 'a house was built'
  }
  expect(await ask()).toMatchObject({ added: [], leftOut: pairCount, failed: [] })
})

test('a job ends with the reason where the disk is full, and asks for nothing that would be lost', async () => {
  writeAll()
  // longer than what a page of the store has left
  server.respond = () => 'a house was built '.repeat(100)
  // oxlint-disable-next-line typescript/dot-notation -- nothing but a test limits a connection
  const database = project.store['database']
  const { page_count } = database.prepare('PRAGMA page_count').get() as { page_count: number }
  database.exec(`PRAGMA max_page_count = ${page_count}`)
  const { added, failed, stopped } = await ask()
  expect(englishOf(stopped ?? '')).toMatch(/^The disk of .* is full, so this was not stored/)
  expect(failed).toEqual([])
  expect(added.length).toBeLessThan(pairCount - 1)
  expect(server.questions).toHaveLength(added.length + 1)
})
