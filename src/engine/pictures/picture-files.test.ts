import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DISPLAY_P3, makeProfile, pngWithProfile, SRGB, srgbCurve } from '../../images/colour/testing'
import { encodePng } from '../../images/raster'
import { sourcesAt } from './picture-files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-picture-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a picture that was made before colours were converted is made anew, others are kept', async () => {
  const png = await encodePng({ width: 4, height: 4, data: new Uint8Array(48) })
  const files = { before: join(folder, 'before.png'), after: join(folder, 'after.png') }
  const contents = [DISPLAY_P3, SRGB].map((colorants) =>
    pngWithProfile(png, makeProfile({ colorants, curve: srgbCurve })),
  )
  await writeFile(files.before, contents[0])
  await writeFile(files.after, contents[1])
  const time = new Date(1_700_000_000_000)
  await utimes(files.before, time, time)
  await utimes(files.after, time, time)
  const { before, after } = await sourcesAt(files)
  expect(before.stamp).toBe(`1700000000000-${contents[0].length}-srgb1`)
  expect(after.stamp).toBe(`1700000000000-${contents[1].length}`)
})
