import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProbabilities, writeProbabilities } from './probabilities-file'

test('a map is read as it was written, to a step of 1 in 255, and whether its pair was aligned', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-map-'))
  const values = Float32Array.of(0, 0.25, 0.5, 1)
  for (const isUnaligned of [true, false]) {
    const path = join(folder, `${isUnaligned}.png`)
    await writeProbabilities(path, { width: 2, height: 2, values, isUnaligned })
    const read = await readProbabilities(path)
    expect(read).toMatchObject({ width: 2, height: 2, isUnaligned })
    read.values.forEach((value, at) => expect(Math.abs(value - values[at])).toBeLessThan(1 / 255))
  }
  await rm(folder, { recursive: true })
})
