import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { madeImages, put, readMade } from '../../import/testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-clevr-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('an after image in a folder without folders is no mask', async () => {
  const { before, after } = await madeImages()
  await put(folder, 'set/change_captions.json', { 'CLEVR_default_000001.png': ['the ball moved'] })
  await put(folder, 'images/CLEVR_default_000001.png', before)
  await put(folder, 'images/CLEVR_semantic_000001.png', after)
  const { items } = await readMade(join(folder, 'set'), { imageFolder: join(folder, 'images') })
  expect(items.map(({ key, regions }) => [key, regions])).toEqual([['CLEVR_default_000001-changed', []]])
})

test('captions of the key __proto__ are not lost without a word', async () => {
  await put(folder, 'set/change_captions.json', '{"__proto__": ["the ball moved"]}')
  expect((await readMade(join(folder, 'set'))).problems).toEqual(['__proto__ is not there.'])
})
