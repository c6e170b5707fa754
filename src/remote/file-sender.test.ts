import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toFailure } from '../contract/errors'
import { decodePair } from '../frames/decode-pair'
import { putScene, sceneAt } from '../frames/testing'
import { UTM_32 } from '../georeference/testing'
import { decodeImage } from '../images/decode'
import { makeNifti } from '../images/nifti/testing'
import { createFarWorker } from './far-worker'
import { Digests, FileSender } from './file-sender'
import { FileCache } from './file-cache'
import { placeName, REMOTE_PROTOCOL } from './remote-contract'
import type { Place } from './remote-contract'

let folder: string
let sent: string[]
/** Requests as the inference process of the other machine gets them. */
let asked: { before: string; after: string }[]
let far: ReturnType<typeof createFarWorker>
let sender: FileSender
/** Another lane to the same machine. */
let other: FileSender
let digests: Digests

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-sender-'))
  const cache = new FileCache({ folder: join(folder, 'cache'), mostBytes: 10_000_000 })
  await cache.open()
  sent = []
  asked = []
  const facts = { version: '1', protocol: REMOTE_PROTOCOL } as never
  far = createFarWorker({
    facts,
    cache,
    run: (_, input) => {
      asked.push(input as (typeof asked)[number])
      return Promise.resolve(null)
    },
  })
  await far.hello({ version: '1', protocol: REMOTE_PROTOCOL })
  const call = async (command: string, input: never): Promise<unknown> => {
    if (command === 'put') {
      sent.push((input as { digest: string }).digest)
    }
    return far[command as 'put'](input)
  }
  digests = new Digests()
  sender = new FileSender({ call } as never, digests)
  other = new FileSender({ call } as never, digests)
})
afterEach(() => rm(folder, { recursive: true }))

async function work(before: string, after: string): Promise<Place[]> {
  const places: Place[] = []
  for (const [index, path] of [before, after].entries()) {
    places.push(await sender.send(placeName(index), 'image', path))
  }
  const input = {
    before: placeName(0),
    after: placeName(1),
    provider: 'cpu',
    proposer: { name: 'difference', folder: null },
  }
  await far.work({ command: 'propose', input, places })
  return places
}

test.each(['png', 'tif'])(
  'the other machine lays frames of %s files over each other as this one does',
  async (ending) => {
    const [before, after] = [join(folder, `one.${ending}`), join(folder, `two.${ending}`)]
    await putScene(before, { transform: sceneAt(-3, 2, 0.4), width: 60, height: 50, hasHouse: false })
    await putScene(after, { transform: UTM_32, width: 40, height: 30, hasHouse: true })
    const places = await work(before, after)
    const [there] = asked
    expect(await decodePair(there.before, there.after)).toEqual(await decodePair(before, after))
    // of the paths here nothing is told
    expect(JSON.stringify(places)).not.toMatch(/one|two|deltascribe/)
    // nothing is sent twice
    const count = sent.length
    await work(before, after)
    expect(sent).toHaveLength(count)
  },
)

test('an image that is gone is said by its path', async () => {
  const failure = await sender
    .send(placeName(0), 'image', join(folder, 'gone.png'))
    .catch((error: unknown) => error)
  expect(toFailure(failure)).toMatchObject({ code: 'bad-image', path: join(folder, 'gone.png') })
})

test('the other machine decodes the slice of a volume that is asked for', async () => {
  const volume = makeNifti({ dims: [30, 20, 4], at: (i, j, k) => 100 * k + i + j, isPacked: true })
  const paths = [join(folder, 'one.nii.gz'), join(folder, 'two.nii.gz')]
  for (const path of paths) {
    await writeFile(path, volume)
  }
  const [before, after] = [`${paths[0]}#axial1`, `${paths[1]}#coronal3`]
  await work(before, after)
  const [there] = asked
  expect(await decodeImage(there.before)).toEqual(await decodeImage(before))
  expect(await decodeImage(there.after)).toEqual(await decodeImage(after))
})

test('two lanes send a file once, and the second sends it where the first fails', async () => {
  const path = join(folder, 'weights')
  await writeFile(path, 'weights')
  await Promise.all([sender, other].map((one) => one.send(placeName(0), 'file', path)))
  expect(sent).toHaveLength(1)

  await writeFile(path, 'other weights')
  const { digest } = await digests.of(path, 'file')
  const connection = new AbortController()
  const { signal } = connection
  const lost = new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('it is gone'))),
  )
  const call = (command: string): Promise<unknown> =>
    command === 'lacking' ? Promise.resolve([digest]) : lost
  const sendOnce = vi.spyOn(digests, 'sendOnce')
  const first = new FileSender({ call } as never, digests).send(placeName(0), 'file', path)
  await expect.poll(() => sendOnce.mock.calls.length).toBe(1)
  const second = other.send(placeName(0), 'file', path)
  await expect.poll(() => sendOnce.mock.calls.length).toBe(2)
  connection.abort()
  await expect(first).rejects.toThrow('it is gone')
  await second
  expect(sent).toHaveLength(2)
})
