import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePair } from '../../../synth/make'
import { openProposer } from '../../registry'
import { writeUntrainedFamily } from './testing'

test('large images are cropped, and masks come back at their size', async () => {
  const home = mkdtempSync(join(tmpdir(), 'large-images-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const spec = {
    world: 'blocks',
    profile: 'single',
    seed: 2,
    width: 400,
    height: 300,
    inTurn: false,
  } as const
  const { before, after } = makePair(spec, 3)
  const folder = await writeUntrainedFamily(home, 'rdd')
  const model = await openProposer(folder, { provider: 'cpu', threads: 1 })
  const proposal = await model.propose(before, after, 'large')
  expect(Object.keys(proposal.milliseconds)).toEqual(expect.arrayContaining(['difference', 'crops']))
  expect(proposal.regions.every(({ mask }) => mask.size[0] === 300 && mask.size[1] === 400)).toBe(true)
  await model.release()
})
