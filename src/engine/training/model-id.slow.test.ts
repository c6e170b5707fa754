import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deletePackage } from '../../packages/deleted-packages'
import { packageFolders } from '../../packages/list-packages'
import { ProjectStore } from '../../store/project-store'
import { writeUntrainedPackage } from '../../training/fine-tuning/testing'
import { Promotions } from '../models/promotions'
import { UserFiles } from '../user-folder'
import { newModelId } from './new-run'
import type { ModelIdSources } from './new-run'

let home: string
let store: ProjectStore
let sources: ModelIdSources
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-ids-'))
  store = new ProjectStore(join(home, 'project.db'))
  const promotions = new Promotions(new UserFiles(home), () => store.meta)
  sources = { folders: packageFolders(join(home, 'shipped'), home), store, promotions, reserved: [] }
})
afterEach(() => {
  store.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

const idOf = async (project: string): Promise<string> => (await newModelId(project, sources)).id

test('a model is called after its project, with the first number that is neither taken nor reserved', async () => {
  expect(await idOf('Boards of May')).toBe('boards-of-may-1')
  expect(await idOf('板')).toBe('model-1')
  await writeUntrainedPackage(sources.folders.user, 'boards-1')
  await writeUntrainedPackage(sources.folders.shipped, 'boards-2')
  mkdirSync(join(sources.folders.user, 'boards-3'))
  sources = { ...sources, reserved: ['boards-4'] }
  expect(await idOf('boards')).toBe('boards-5')
})

test('the id of a deleted model is not given out again as long as that can be brought back', async () => {
  const { user } = sources.folders
  await deletePackage(user, await writeUntrainedPackage(user, 'boards-1'), 'boards-1')
  expect(await idOf('boards')).toBe('boards-2')
})

test('nor that of a model which is gone, but was promoted or has proposed in the project', async () => {
  store.pairs.synchronise([
    { key: 'a', split: null, before: 'a/before.png', after: 'a/after.png', label: null, caption: null },
  ])
  const proposal = {
    pairId: 1,
    madeAt: 0,
    proposer: 'boards-1',
    version: '1',
    provider: 'cpu' as const,
    milliseconds: { decode: 1, align: 1, infer: 1, regions: 1 },
    score: 0.5,
    alignment: null,
    remarks: [],
    agreement: null,
    regions: [],
    captions: [],
    links: [],
  }
  store.addProposal(proposal, { isOffer: false })
  await sources.promotions.promote('project', 'boards-2')
  await sources.promotions.promote('default', 'boards-3')
  expect(await newModelId('boards', sources)).toMatchObject({
    id: 'boards-4',
    taken: expect.arrayContaining(['boards-1', 'boards-2', 'boards-3']) as string[],
  })
})
