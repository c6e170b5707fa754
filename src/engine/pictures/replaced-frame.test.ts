import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nodeProcessHost } from '../../process/process-host'
import { noModels } from '../testing'
import type { ModelPacks } from '../models/model-packs'
import type { ProviderChoice } from '../providers/providers'
import type { OpenProject } from '../project/open-project'
import { PictureCache } from './picture-cache'
import { Segmenter } from '../segmenter'
import { InferenceLane } from '../lanes/inference-lane'

let folder = ''
let project: OpenProject
/** Requests to the lanes, as [command, frame]. */
let asked: [command: string, frame: string][] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-replaced-'))
  writeFileSync(join(folder, 'before.tif'), 'before')
  writeFileSync(join(folder, 'after.tif'), 'after')
  const pair = { before: 'before.tif', after: 'after.tif', width: 1, height: 1, alignment: null }
  const store = { pair: () => pair, open: () => ({ proposal: null, pair }) }
  project = { folder, cacheFolder: join(folder, 'cache'), store } as unknown as OpenProject
  asked = []
  vi.spyOn(InferenceLane.prototype, 'call').mockImplementation((command, input) => {
    const { frame, out } = input as { frame?: string; out?: string }
    if (frame !== undefined) {
      asked.push([command, frame])
    }
    if (out !== undefined) {
      writeFileSync(out, 'made')
    }
    return Promise.resolve({ key: 'key', width: 1, height: 1, milliseconds: 1 } as never)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const providers: ProviderChoice = {
  inUse: () => Promise.resolve('cpu'),
  isAutomatic: false,
  fallBackToCpu: () => undefined,
}
const replaceBefore = (): void => writeFileSync(join(folder, 'before.tif'), 'another before')

test.each(['after', 'after-thumbnail'] as const)(
  'the picture "%s" is made anew when the other frame is replaced',
  async (kind) => {
    const lane = new InferenceLane(nodeProcessHost)
    const pictures = new PictureCache(project, lane, providers, noModels)
    const first = await pictures.locate(1, kind)
    expect(await pictures.locate(1, kind)).toEqual(first)
    expect(asked).toHaveLength(1)
    replaceBefore()
    expect((await pictures.locate(1, kind)).path).not.toBe(first.path)
    expect(asked).toHaveLength(2)
  },
)

test('both frames are embedded anew when one is replaced', async () => {
  const packs = { find: () => Promise.resolve({ folder, id: 'made' }) } as unknown as ModelPacks
  const segmenter = new Segmenter(nodeProcessHost, { packs, providers, userFolder: folder })
  await segmenter.prepare(project, 1, [])
  await segmenter.prepare(project, 1, [])
  expect(asked).toHaveLength(2)
  replaceBefore()
  await segmenter.prepare(project, 1, [])
  expect(asked.slice(2).map(([command]) => command)).toEqual(['embed', 'embed'])
  segmenter.dispose()
})
