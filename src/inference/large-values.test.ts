import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VALUES_HEADER_BYTES } from '../contract/value-facts'
import { makeDeepTiff } from '../tiles/testing-deep'
import { imageHandlers } from './image-handlers'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-large-values-'))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

test('a pair of 140 megapixels has values, and previews of them', async () => {
  const path = join(home, 'deep.tif')
  await writeFile(
    path,
    makeDeepTiff({ width: 12_500, height: 11_200, valueAt: (column) => 1000 + column, overviews: 4 }),
  )
  const [outBefore, outAfter] = [join(home, 'before.bin'), join(home, 'after.bin')]
  const input = { before: path, after: path, bands: null, outBefore, outAfter }
  const { depth } = await imageHandlers().values(input)
  expect(depth).toMatchObject({ full: { low: 1000, high: 1511 }, hasPreviews: true })
  expect((await readFile(outAfter)).length).toBe(VALUES_HEADER_BYTES + 4 * 782 * 700)
})
