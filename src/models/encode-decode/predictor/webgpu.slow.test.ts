import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePair } from '../../../synth/make'
import { CAPTION_LENGTH } from '../../layers/sizes'
import { SPECIAL_TOKENS } from '../../../text/bpe/vocabulary'
import { useSoftwareDriver, webgpuMissing } from '../../../training/testing-webgpu'
import { openProposer } from '../../registry'
import { cheers } from '../../cheers/family'
import { openStagedModel, writeUntrainedFamily } from './testing'

useSoftwareDriver()
const missing = await webgpuMissing()

const cpu = { provider: 'cpu', threads: 1 } as const
const names = ['rdd', 'cheers', 'davir', 'procap'] as const

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'family-webgpu-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const small = makePair(
  { world: 'blocks', profile: 'single', seed: 2, width: 128, height: 128, inTurn: false },
  3,
)

describe.skipIf(missing !== null)(`by WebGPU${missing === null ? '' : ` [${missing}]`}`, () => {
  const gpu = { provider: 'webgpu', threads: 1 } as const

  test.each(names)(
    'every node of %s has its place on the GPU',
    async (name) => {
      const folder = await writeUntrainedFamily(join(home, 'gpu'), name)
      // opening fails where the runtime would put a node on the CPU
      const model = await openProposer(folder, gpu)
      expect(model.provider).toBe('webgpu')
      await model.release()
    },
    120_000,
  )

  // the family with the most stages: it encodes phrases, compares them with frames, encodes and decodes
  test('CHEERS gives the same masks and captions as on the CPU', async () => {
    const folder = await writeUntrainedFamily(join(home, 'agree'), 'cheers')
    const words = new BigInt64Array(CAPTION_LENGTH)
    words[0] = BigInt(SPECIAL_TOKENS.start)
    const decoded = []
    for (const options of [cpu, gpu]) {
      const network = await openStagedModel(cheers, folder, options)
      const [{ changed, memory }] = await network.encode([
        { before: small.before.data, after: small.after.data },
      ])
      const prompt = { data: words, shape: [1, CAPTION_LENGTH] }
      const { logits } = await network.run('decode', { memory, words: prompt })
      await network.release()
      decoded.push([...changed, ...Array.from(logits.data, Number)])
    }
    const [onCpu, onGpu] = decoded
    expect(Math.max(...onCpu.map((value, at) => Math.abs(value - onGpu[at])))).toBeLessThan(1e-3)
  }, 400_000)
})
