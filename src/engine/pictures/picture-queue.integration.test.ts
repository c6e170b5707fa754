import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toFailure } from '../../contract/errors'
import { makePairFolder } from '../../images/testing'
import { nodeProcessHost } from '../../process/process-host'
import { noModels } from '../testing'
import type { ProviderChoice } from '../providers/providers'
import { openProject } from '../project/open-project'
import { PictureCache } from './picture-cache'
import { PictureQueue } from './picture-queue'
import { InferenceLane } from '../lanes/inference-lane'

/** A queue that is held up by its first picture, and what it makes once `release` was called. */
function heldUp(): { queue: PictureQueue; made: string[]; ask: typeof ask; release: () => void } {
  const queue = new PictureQueue()
  const made: string[] = []
  const gate = new EventEmitter()
  function ask(key: string, isThumbnail = true): Promise<void> {
    return queue.make(key, isThumbnail, async () => {
      await Promise.resolve()
      made.push(key)
    })
  }
  void queue.make('first', true, async () => void (await once(gate, 'release')))
  return { queue, made, ask, release: () => void gate.emit('release') }
}

const fails = (): Promise<void> => Promise.reject(new Error('broken'))

describe('PQ: pictures that wait', () => {
  test('PQ1: full size goes before thumbnails, and of thumbnails the last that was asked for', async () => {
    const { made, ask, release } = heldUp()
    const asked = [ask('a'), ask('b'), ask('before', false), ask('after', false), ask('c'), ask('a')]
    release()
    await Promise.all(asked)
    expect(made).toEqual(['before', 'after', 'a', 'c', 'b'])
  })

  test('PQ2: of many pairs that were passed the last is made first, its pictures in their order', async () => {
    const { made, ask, release } = heldUp()
    const asked = Array.from({ length: 20 }, (_, index) => ask(`${index}`, false))
    release()
    await Promise.all(asked)
    expect(made.slice(0, 9).join(' ')).toBe('12 13 14 15 16 17 18 19 11')
    expect(made).toHaveLength(20)
  })

  test('PQ3: one that failed is made for whoever asks again; the others have their turn', async () => {
    const { queue, made, ask, release } = heldUp()
    const failures = [queue.make('a', true, fails), queue.make('a', true, fails)]
    const other = ask('b')
    release()
    const results = await Promise.allSettled([...failures, other])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    await ask('a')
    expect(made).toEqual(['b', 'a'])
  })

  test('PQ4: once the folder is closed nothing that waits is made', async () => {
    const { queue, made, ask, release } = heldUp()
    const waits = ask('a').catch((error: unknown) => toFailure(error).code)
    queue.close()
    release()
    expect(await waits).toBe('cancelled')
    await expect(ask('b')).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(made).toEqual([])
  })

  test('PQ5: the open pair is seen before the thumbnails that were scrolled past', async () => {
    const [home, folder] = ['home', 'pairs'].map((name) =>
      mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)),
    )
    const lane = new InferenceLane(nodeProcessHost)
    try {
      await makePairFolder(folder, { count: 17, width: 64, height: 64, layout: 'a-b' })
      const project = await openProject(folder, null, home)
      const providers: ProviderChoice = {
        inUse: () => Promise.resolve('cpu'),
        isAutomatic: false,
        fallBackToCpu: () => undefined,
      }
      const pictures = new PictureCache(project, lane, providers, noModels)
      const filter = { states: null, search: '', hasProblem: null }
      const [open, ...passed] = project.store.pairs.find(filter, 'key')
      let made = 0
      const thumbnails = passed.map((pairId) =>
        pictures.locate(pairId, 'after-thumbnail').then(() => {
          made += 1
        }),
      )
      await thumbnails.at(-1)
      await pictures.locate(open, 'difference')
      expect(made).toBeLessThan(passed.length / 2)
      await Promise.all(thumbnails)
      project.store.close()
    } finally {
      lane.dispose()
      for (const used of [home, folder]) {
        rmSync(used, { recursive: true, force: true, maxRetries: 20 })
      }
    }
  })
})
