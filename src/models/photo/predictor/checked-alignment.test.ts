import { describe, expect, test } from 'vitest'
import type { Raster } from '../../../images/raster'
import type { AlignedPair } from '../../change-map/map-proposal'
import type { ChangeMap } from '../../model-proposer'
import { mapChecked } from './checked-alignment'

const [width, height] = [40, 30]
const pixels = width * height

const frame = (): Raster => ({ width, height, data: new Uint8Array(3 * pixels) })

/** Aligned by a shift to the right: the aligned frame shows nothing in its first ten columns. */
function alignedPair(): AlignedPair {
  const valid = Uint8Array.from({ length: pixels }, (_, at) => (at % width < 10 ? 0 : 1))
  const registered = {
    aligned: frame(),
    homography: [1, 0, 10, 0, 1, 0, 0, 0, 1],
    remarks: ['aligned'],
    valid,
  }
  return { before: frame(), after: frame(), registered }
}

/** As a network that is sure of so many rows, counted from the bottom, of the aligned frame, and of the given one. */
function network(pair: AlignedPair, rows: { aligned: number; given: number }) {
  const seen: Raster[] = []
  return {
    seen,
    mapOf(before: Raster): Promise<ChangeMap> {
      seen.push(before)
      const count = before === pair.registered.aligned ? rows.aligned : rows.given
      const values = Float32Array.from({ length: pixels }, (_, at) => (at >= pixels - count * width ? 1 : 0))
      return Promise.resolve({ width, height, values })
    },
  }
}

describe('an alignment', () => {
  test('stays where less differs with it', async () => {
    const pair = alignedPair()
    const { mapOf, seen } = network(pair, { aligned: 6, given: 20 })
    const checked = await mapChecked(pair, mapOf)
    expect(seen).toEqual([pair.registered.aligned, pair.before])
    expect(checked.pair).toBe(pair)
    expect(checked.map.isUnaligned).toBeUndefined()
    expect(checked.map.values[pixels - 1]).toBe(1)
    // what the aligned frame does not show is unknown
    expect(checked.map.values[pixels - width]).toBe(0)
  })

  test('is left out where more differs with it, and said so', async () => {
    const pair = alignedPair()
    const { pair: used, map } = await mapChecked(pair, network(pair, { aligned: 20, given: 6 }).mapOf)
    expect(map.isUnaligned).toBe(true)
    expect(used.registered).toMatchObject({ homography: null, valid: null })
    expect(used.registered.aligned).toBe(pair.before)
    expect(used.registered.remarks).toHaveLength(1)
    expect(map.values.reduce((sum, value) => sum + value, 0)).toBe(6 * width)
  })

  test('stays where about as much differs with it', async () => {
    const pair = alignedPair()
    const { map } = await mapChecked(pair, network(pair, { aligned: 7, given: 6 }).mapOf)
    expect(map.isUnaligned).toBeUndefined()
  })

  test('is not compared where nothing differs, nor where there is none', async () => {
    const pair = alignedPair()
    const still = network(pair, { aligned: 0, given: 6 })
    await mapChecked(pair, still.mapOf)
    expect(still.seen).toHaveLength(1)
    const given: AlignedPair = { ...pair, registered: { ...pair.registered, homography: null, valid: null } }
    const unmoved = network(given, { aligned: 20, given: 0 })
    const { map } = await mapChecked(given, unmoved.mapOf)
    expect(unmoved.seen).toHaveLength(1)
    expect(map.isUnaligned).toBeUndefined()
  })
})
