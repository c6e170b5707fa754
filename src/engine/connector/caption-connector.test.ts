import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveChat } from '../../connector/testing'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../contract/connector'
import { makePairFolder } from '../../images/testing'
import { nodeProcessHost } from '../../process/process-host'
import { noSecretBox } from '../../process/secret-box'
import { openProject } from '../project/open-project'
import { InferenceLane } from '../lanes/inference-lane'
import { noLocalCaptions } from './testing'
import { CaptionConnector } from './caption-connector'
import { ConnectorKeys } from './connector-keys'
import { Endpoints } from './endpoints'
import { UserFiles } from '../user-folder'

test('what was cancelled before it began draws no picture and asks nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  const server = await serveChat()
  const lane = new InferenceLane(nodeProcessHost)
  await makePairFolder(folder, { count: 1, width: 32, height: 24, layout: 'before-after' })
  const project = await openProject(folder, null, folder)
  try {
    const { address } = server
    const connector = new CaptionConnector({
      settings: () => ({ ...DEFAULT_CONNECTOR_SETTINGS, isOn: true, address, model: 'seer' }),
      keys: new ConnectorKeys(folder, noSecretBox, null),
      endpoints: new Endpoints({}, new UserFiles(folder)),
      lane,
      sampleFolder: folder,
      local: noLocalCaptions,
      onText: () => undefined,
    })
    // a pair that is not there would be told about, were it looked for
    for (const pairId of [1, 99]) {
      await expect(connector.requestCaptionOf(project, pairId, AbortSignal.abort())).rejects.toMatchObject({
        code: 'cancelled',
      })
    }
    expect(server.requests).toEqual([])
  } finally {
    project.store.close()
    lane.dispose()
    server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
})
