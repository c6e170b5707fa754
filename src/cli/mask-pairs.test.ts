import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMask } from './mask-pairs'

const folder = join(import.meta.dirname, 'fixtures/masks')

test.each(['grey8', 'bits1', 'grey16', 'red', 'grey-alpha', 'palette', 'palette2'])(
  'a %s PNG gives grey values from 0 to 255',
  async (name) => {
    const { width, height, values } = await readMask(join(folder, `${name}.png`))
    expect([width, height]).toEqual([5, 3])
    expect([...values]).toEqual([255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 255])
  },
)

test('a file that is no PNG is named', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'deltascribe-'))
  const file = join(directory, 'broken.png')
  await writeFile(file, 'not an image')
  await expect(readMask(file)).rejects.toThrow(/broken\.png: is not a readable PNG image/)
  await expect(readMask(join(directory, 'absent.png'))).rejects.toThrow(/absent\.png/)
  await rm(directory, { recursive: true })
})
