import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Port } from '../../../contract/port'
import type { ProcessHost } from '../../../process/process-host'
import { put } from '../testing'
import { checkApart } from './apart'
import { ApartTest, HANGING } from './testing'

const at = new ApartTest()

test('a process that ends while it reads costs what it read', async () => {
  await at.putHangingSet()
  const killing: ProcessHost = {
    async start(program, options) {
      const hosted = await at.host.start(program, options)
      const { port } = hosted
      const onMessage: Port['onMessage'] = (listener) =>
        port.onMessage((message) => {
          listener(message)
          if (at.pids.length === 1 && JSON.stringify(message).includes(HANGING)) {
            process.kill(hosted.pid!, 'SIGKILL')
          }
        })
      return { ...hosted, port: { ...port, onMessage } }
    },
  }
  const report = await checkApart(
    { path: at.source, format: null, imageFolder: null },
    at.apart({ host: killing, stuckMilliseconds: 600_000 }),
  )
  expect(report.pairCount).toBe(1)
  expect(report.problems[0].message).toContain('perhaps for lack of memory')
})

test('what is said of a data set is the same as without a process', async () => {
  await put(at.source, 'images/1.png', 'no image')
  await put(at.source, 'train.json', [{ img0: '../x.png', img1: '1.png', sents: ['x'], uid: 'a' }])
  const options = { path: at.source, format: 'image-editing-request', imageFolder: null }
  const { problems } = await checkApart(options, at.apart())
  expect(problems).toMatchObject([{ file: 'train.json', line: 2, item: 'a', level: 'error' }])
  const missing = checkApart({ ...options, path: join(at.folder, 'gone') }, at.apart())
  await expect(missing).rejects.toMatchObject({ failure: { code: 'invalid-input' } })
})
