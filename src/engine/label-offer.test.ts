import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Proposal } from '../contract/proposal'
import { makePairFolder } from '../images/testing'
import { nodeProcessHost } from '../process/process-host'
import { offerLabel } from './label-offer'
import { openProject } from './project/open-project'
import { InferenceLane } from './lanes/inference-lane'

const size = { width: 32, height: 24 }
const long = 'a house came.'.repeat(200)

let folder = ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: 1, ...size, layout: 'a-b' })
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** The newest offer after this caption stands in the list, and how many there are. */
async function offered(caption: string): Promise<{ newest: Proposal | null; count: number }> {
  const [name] = readdirSync(join(folder, 'A'))
  writeFileSync(join(folder, 'pairs.csv'), `before,after,caption\nA/${name},B/${name},${caption}\n`)
  const project = await openProject(folder, null, join(folder, 'home'))
  const lane = new InferenceLane(nodeProcessHost)
  try {
    for (const _time of ['first', 'again']) {
      const limits = { milliseconds: 1000, signal: new AbortController().signal }
      await offerLabel(project, lane, { pair: project.store.pair(1), ...size }, limits)
    }
    const { proposals } = project.store
    const [{ id }, ...others] = proposals.ofPair(1)
    return { newest: proposals.get(id), count: others.length + 1 }
  } finally {
    lane.dispose()
    project.store.close()
  }
}

test('a caption that is too long is left out with a remark, and offered once it is shortened', async () => {
  const remarks = ['Its caption has 2,600 characters and is left out: shorten it to 2,000.']
  expect(await offered(long)).toMatchObject({ newest: { captions: [], remarks }, count: 1 })
  const captions = [{ text: 'a house came' }]
  expect(await offered('a house came')).toMatchObject({ newest: { captions, remarks: [] }, count: 2 })
})

test('where an offer cannot be read, what lies beside the images is offered anew', async () => {
  await offered('a house came')
  const database = new DatabaseSync(join(folder, '.deltascribe', 'project.db'))
  database.prepare("UPDATE proposals SET captions = json_set(captions, '$[0].text', ?)").run(long)
  database.close()
  const captions = [{ text: 'it came' }]
  expect(await offered('it came')).toMatchObject({ newest: { captions }, count: 2 })
})
