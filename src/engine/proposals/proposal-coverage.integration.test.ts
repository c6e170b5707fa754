import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePairFolder } from '../../images/testing'
import { startEngine } from '../testing'

test('a folder that is opened again says how many pairs have proposals and how many lack one', async () => {
  const root = mkdtempSync(join(tmpdir(), 'deltascribe-coverage-'))
  const folder = join(root, 'pairs')
  const keys = await makePairFolder(folder, { count: 3, width: 32, height: 24, layout: 'before-after' })
  const { engine, client } = startEngine(join(root, 'home'))
  const reopened = async (): Promise<unknown> => {
    await client.call('project.close', {})
    await client.call('project.open', { folder, reading: null })
    return client.call('proposals.status', {})
  }
  try {
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    await client.call('proposals.make', { pairId: 1 })
    expect(await reopened()).toMatchObject({
      isRunning: false,
      coverage: { pairs: 3, proposed: 1, missing: 2 },
    })

    // a pair that cannot be read is not waited for
    writeFileSync(join(folder, 'after', `${keys[2]}.png`), 'no image')
    const ended = new Promise((resolve) => {
      client.on('queue.changed', (status) => (status.isRunning ? null : resolve(status)))
    })
    expect(await client.call('proposals.start', { nearPairId: null })).toMatchObject({ coverage: null })
    expect(await ended).toMatchObject({ failed: 1, coverage: { pairs: 3, proposed: 2, missing: 0 } })

    // it may have been mended since
    expect(await reopened()).toMatchObject({ coverage: { pairs: 3, proposed: 2, missing: 1 } })
  } finally {
    engine.dispose()
    rmSync(root, { recursive: true, force: true, maxRetries: 20 })
  }
})
