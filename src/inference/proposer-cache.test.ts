import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeUntrainedPhoto } from '../models/photo/testing-untrained'
import { ProposerCache } from './proposer-cache'

const home = mkdtempSync(join(tmpdir(), 'proposer-cache-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a model is opened anew where its detector lies in another place, and not otherwise', async () => {
  const folder = await writeUntrainedPhoto(home)
  const cache = new ProposerCache({ threads: 1 })
  const first = await cache.modelOn({ folder, detector: null }, 'cpu')
  expect(await cache.modelOn({ folder, detector: null }, 'cpu')).toBe(first)
  const other = await cache.modelOn({ folder, detector: join(home, 'detector') }, 'cpu')
  expect(other).not.toBe(first)
  await other.release()
})
