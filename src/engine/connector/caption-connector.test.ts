import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveChat } from '../../connector/testing'
import type { ChatServer } from '../../connector/testing'
import { ConnectorError } from '../../connector/connector-error'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../contract/connector'
import type { ConnectorSettings } from '../../contract/connector'
import { makePairFolder } from '../../images/testing'
import { message } from '../../messages/message'
import { nodeProcessHost } from '../../process/process-host'
import { noSecretBox } from '../../process/secret-box'
import { openProject } from '../project/open-project'
import type { OpenProject } from '../project/open-project'
import { InferenceLane } from '../lanes/inference-lane'
import { LocalCaptions } from './local-captions'
import type { Asker } from '../../contract/person'
import { noLocalCaptions } from './testing'
import { CaptionConnector } from './caption-connector'
import { ConnectorKeys } from './connector-keys'
import { Endpoints } from './endpoints'
import { UserFiles } from '../user-folder'

let folder = ''
let server: ChatServer
let lane: InferenceLane
let project: OpenProject
/** What was told while answers were written, and to whom. */
let told: { text: string; asker: Asker }[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  server = await serveChat()
  lane = new InferenceLane(nodeProcessHost)
  await makePairFolder(folder, { count: 2, width: 32, height: 24, layout: 'before-after' })
  project = await openProject(folder, null, folder)
  told = []
})
afterEach(() => {
  project.store.close()
  lane.dispose()
  server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

function connectorWith(
  settings: Partial<ConnectorSettings> = {},
  local: LocalCaptions = noLocalCaptions,
): CaptionConnector {
  const { address } = server
  return new CaptionConnector({
    settings: () => ({ ...DEFAULT_CONNECTOR_SETTINGS, isOn: true, address, model: 'seer', ...settings }),
    keys: new ConnectorKeys(folder, noSecretBox, null),
    endpoints: new Endpoints({}, new UserFiles(folder)),
    lane,
    sampleFolder: folder,
    local,
    onText: (text, asker) => told.push({ text, asker }),
  })
}

/** Begins to answer each question, and ends when it is told to. */
class SlowCaptions extends LocalCaptions {
  readonly answers: (() => void)[] = []

  constructor() {
    super({
      host: nodeProcessHost,
      packs: { captionTitle: (id) => id, find: async () => null },
      provider: async () => 'cpu',
      onRemark: () => undefined,
    })
  }

  override ask({ signal, onText }: Parameters<LocalCaptions['ask']>[0]): ReturnType<LocalCaptions['ask']> {
    return new Promise((resolve, reject) => {
      onText(`question ${this.answers.length + 1}`)
      this.answers.push(() => resolve({ text: 'a house was built', version: '1' }))
      signal.addEventListener('abort', () =>
        reject(new ConnectorError('cancelled', message('engine.cancelled'))),
      )
    })
  }
}

test('what was cancelled before it began draws no picture and asks nobody', async () => {
  const connector = connectorWith()
  // a pair that is not there would be told about, were it looked for
  for (const pairId of [1, 99]) {
    await expect(connector.requestCaptionOf(project, pairId, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    })
  }
  expect(server.requests).toEqual([])
})

test('of two people who ask at once each is told of their own answer, and cancels their own question', async () => {
  const local = new SlowCaptions()
  const connector = connectorWith({ pack: 'smol' }, local)
  const ended: string[] = []
  const ask = (pairId: number, asker: string): Promise<unknown> =>
    connector.requestCaption(project, pairId, asker).finally(() => ended.push(asker))
  const ann = ask(1, 'Ann').catch((error: unknown) => error)
  await expect.poll(() => local.answers.length).toBe(1)
  const ben = ask(2, 'Ben')
  await expect.poll(() => local.answers.length).toBe(2)
  expect(told).toEqual([
    { text: 'question 1', asker: 'Ann' },
    { text: 'question 2', asker: 'Ben' },
  ])
  connector.cancel('Ann')
  expect(await ann).toMatchObject({ failure: { code: 'cancelled' } })
  expect(ended).toEqual(['Ann'])
  local.answers[1]()
  expect(await ben).toMatchObject({ caption: { text: 'a house was built' } })
})

test('what is asked while the project closes is cancelled, whoever asked', async () => {
  const local = new SlowCaptions()
  const connector = connectorWith({ pack: 'smol' }, local)
  const asked = ['Ann', null].map((asker, index) =>
    connector.requestCaption(project, index + 1, asker).catch((error: unknown) => error),
  )
  await expect.poll(() => local.answers.length).toBe(2)
  connector.cancelAll()
  expect(await Promise.all(asked)).toMatchObject([
    { failure: { code: 'cancelled' } },
    { failure: { code: 'cancelled' } },
  ])
})
