import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEngine } from '../engine/testing'
import { encodePng } from '../images/raster'
import { makePair } from '../images/testing'
import { encodeRle } from '../mask/rle'
import { addCarryCommand } from './carry'
import { runHere } from './testing'

let home = ''
let folder = ''

beforeEach(async () => {
  ;[home, folder] = ['home', 'dates'].map((name) => mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)))
  vi.stubEnv('DELTASCRIBE_HOME', join(home, 'user'))
  for (const [index, date] of ['2019', '2020', '2021'].entries()) {
    mkdirSync(join(folder, date))
    for (const place of ['a', 'b']) {
      writeFileSync(join(folder, date, `${place}.png`), await encodePng(makePair(index, 16, 12).after))
    }
  }
})
afterEach(() => {
  vi.unstubAllEnvs()
  ;[home, folder].forEach((made) => rmSync(made, { recursive: true, force: true, maxRetries: 5 }))
})

/** One region on the first pair of each place, and the pair accepted. */
async function review(): Promise<void> {
  const { engine, client } = startEngine(join(home, 'other'), { isHeadless: true })
  await client.call('project.open', { folder, reading: null })
  const mask = encodeRle({ width: 16, height: 12, data: new Uint8Array(192).fill(1, 20, 24) })
  const drawn = { category: 'house', status: 'proposed', beforeMask: null, score: null } as const
  const region = { id: 'one', mask, source: { kind: 'person' } as const, ...drawn }
  for (const pairId of [1, 3]) {
    const diff = [{ type: 'region.add' as const, region, index: 0 }]
    await client.call('pairs.edit', { pairId, eventId: `drawn-of-${pairId}`, label: 'Drawn', diff })
    const eventId = `accepted-${pairId}`
    await client.call('pairs.decide', { pairId, eventId, decision: 'accept', milliseconds: 0 })
  }
  await client.call('project.close', {})
  engine.dispose()
}

test('offers the regions of reviewed pairs to their next dates, once', async () => {
  await review()
  const first = await runHere(addCarryCommand, 'carry', folder, '--sequence', 'b')
  expect(first.out).toBe('b/2020..2021\t1\n')
  const all = await runHere(addCarryCommand, 'carry', folder, '--json')
  expect(JSON.parse(all.out)).toEqual({ carried: [{ key: 'a/2020..2021', regionCount: 1 }], known: 1 })
})

test('says where there is nothing of this name', async () => {
  const { code, err } = await runHere(addCarryCommand, 'carry', folder, '--sequence', 'c')
  expect(code).not.toBe(0)
  expect(err).toContain('no sequence "c"')
})
