import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { ContractError } from '../contract/errors'
import { decodeImage } from '../images/decode'
import { encodePng } from '../images/raster'
import type { Raster } from '../images/raster'
import { decodeRle } from '../mask/rle'
import { nodeProcessHost } from '../process/process-host'
import type { HostedProcess } from '../process/process-host'
import { outlivesTerminal } from '../process/testing/outlives-terminal'
import { inferenceContract } from './inference-contract'

const width = 120
const height = 90

describe('the inference process', () => {
  let folder: string
  let hosted: HostedProcess
  let client: ReturnType<typeof connect>
  const at = (name: string): string => join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-inference-'))
    await writeFile(at('before.png'), await encodePng(scene(false)))
    await writeFile(at('after.png'), await encodePng(scene(true)))
    hosted = await nodeProcessHost.start('inference')
    client = connect(hosted)
  })
  afterAll(async () => {
    hosted.kill()
    await rm(folder, { recursive: true })
  })

  test('proposes the one object that changed', async () => {
    const proposal = await client.call('propose', {
      before: at('before.png'),
      after: at('after.png'),
      provider: 'cpu',
      proposer: { name: 'difference', folder: null },
    })
    expect(proposal).toMatchObject({
      proposer: 'difference',
      provider: 'cpu',
      width,
      height,
      alignment: null,
    })
    expect(proposal.regions).toHaveLength(1)
    expect(proposal.regions[0].beforeMask).toBeNull()
    const area = decodeRle(proposal.regions[0].mask).data.reduce((sum, value) => sum + value, 0)
    expect(area).toBeGreaterThan(20 * 20 * 0.9)
    expect(area).toBeLessThan(24 * 24)
    expect(proposal.captions.map(({ text }) => text)).toEqual([
      'A red object appeared in the lower right.',
      'A red object appeared.',
      expect.stringMatching(/^A red object appeared in the lower right \([45] % of the image\)\.$/),
    ])
    expect(proposal.milliseconds['total']).toBeGreaterThan(0)
  })

  test('writes the evidence and the aligned before image', async () => {
    const frames = { before: at('before.png'), after: at('after.png'), provider: 'cpu' as const }
    await client.call('evidence', { ...frames, outDifference: at('d.png'), outAligned: at('a.png') })
    const difference = await decodeImage(at('d.png'))
    expect(difference.data[3 * (70 * width + 90)]).toBeGreaterThan(80)
    expect(difference.data[3 * (20 * width + 20)]).toBeLessThan(5)
    expect((await decodeImage(at('a.png'))).data).toEqual(scene(false).data)
  })

  test('names a picture that cannot be read, and continues', async () => {
    await writeFile(at('broken.png'), 'not a picture')
    const frames = {
      before: at('broken.png'),
      after: at('after.png'),
      provider: 'cpu' as const,
      proposer: { name: 'difference', folder: null },
    }
    const failure = await client.call('propose', frames).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ContractError)
    expect((failure as ContractError).failure).toMatchObject({ code: 'bad-image', reason: 'not-an-image' })
    const size = await client.call('thumbnail', {
      before: at('broken.png'),
      after: at('after.png'),
      frame: 'after',
      out: at('t.png'),
      side: 60,
    })
    expect(size).toEqual({ width, height })
    expect(await decodeImage(at('t.png'))).toMatchObject({ width: 60, height: 45 })
  })

  test('reads a mask beside the images as regions, and refuses one of another size', async () => {
    const mask = { width, height, data: new Uint8Array(width * height * 3) }
    mask.data.fill(255, 0, 30)
    mask.data.fill(255, 3 * 50 * width, 3 * (50 * width + 5))
    await writeFile(at('mask.png'), await encodePng(mask))
    const regions = await client.call('label', { source: at('mask.png'), width, height })
    expect(regions.map(({ source }) => source.kind)).toEqual(['imported', 'imported'])
    await expect(client.call('label', { source: at('mask.png'), width: 10, height: 10 })).rejects.toThrow(
      'is a mask of 120 x 90 pixels',
    )
  })

  test('finds the CPU usable', async () => {
    const report = await client.call('probe', { provider: 'cpu' })
    expect(report).toMatchObject({ name: 'cpu', isUsable: true, reason: null })
    expect(report.maxError).toBeLessThan(1e-4)
  })
})

test.skipIf(process.platform === 'win32')(
  'it outlives Ctrl+C and the end of its terminal, and ends with its channel [not on Windows]',
  async () => {
    const code = await outlivesTerminal('inference', (port) => {
      const client = createClient(inferenceContract)
      client.connect(port)
      return () => client.call('probe', { provider: 'cpu' })
    })
    expect(code).toBe(0)
  },
)

function connect(hosted: HostedProcess) {
  const client = createClient(inferenceContract)
  client.connect(hosted.port)
  return client
}

/** A textured ground with noise, and a red square of 20 pixels in the lower right. */
function scene(hasSquare: boolean): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let index = 0; index < data.length; index += 1) {
    const pixel = Math.floor(index / 3)
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const isSquare = hasSquare && x >= 80 && x < 100 && y >= 60 && y < 80
    const ground = 120 + 30 * Math.sin(x / 5) * Math.cos(y / 7)
    data[index] = isSquare ? [200, 30, 30][index % 3] : ground
  }
  return { width, height, data }
}
