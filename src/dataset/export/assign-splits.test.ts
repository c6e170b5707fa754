import { describe, expect, test } from 'vitest'
import { keepSplits, splitsOf } from './known-splits'
import type { CountedItem } from './export-pair'
import { assignSplits } from './assign-splits'
import { safeName } from './file-names'

/** Two dates of a place. */
function shared(place: number, one: number, other: number) {
  const [beforePath, afterPath] = [one, other].map((date) => `/data/${place}/${date}.png`)
  return { key: `${place}-${one}-${other}`, split: null, beforePath, afterPath }
}

function items(keys: readonly string[]) {
  return keys.map((key) => ({
    key,
    split: null,
    beforePath: `/data/${key}_before.png`,
    afterPath: `/data/${key}_after.png`,
  }))
}

/** Four slices of each of 60 persons. */
function dicomSlices(hasFolders: boolean) {
  return Array.from({ length: 60 }, (_, person) =>
    [1, 2, 3, 4].map((slice) => {
      const name = hasFolders ? `PAT${person}/IM${slice}.dcm` : `IM${person}-${slice}.dcm`
      const key = `scan-${(person * 4 + slice) * 7919}`
      return { key, split: null, beforePath: `/data/2024/${name}`, afterPath: `/data/2025/${name}` }
    }),
  ).flat()
}

describe('splits', () => {
  test('of the source stay, and the others fall 80 to 10 to 10', () => {
    const keys = Array.from({ length: 2000 }, (_, index) => `pair_${index}`)
    const splits = assignSplits(items(keys))
    const share = (name: string): number => splits.filter((split) => split === name).length / splits.length
    expect(share('train')).toBeCloseTo(0.8, 1)
    expect(share('val')).toBeCloseTo(0.1, 1)
    expect(assignSplits([{ ...items(['pair_1'])[0], split: 'test' }])).toEqual(['test'])
  })

  test('of a pair do not move when pairs are added', () => {
    const keys = Array.from({ length: 200 }, (_, index) => `pair_${index}`)
    const more = assignSplits(items([...keys, 'pair_770', 'other']))
    expect(assignSplits(items(keys))).toEqual(more.slice(0, 200))
  })

  test('keep the frames of a sequence together', () => {
    const names = Array.from(
      { length: 40 },
      (_, index) => `Camera${String.fromCharCode(65 + (index % 26))}${index}x`,
    )
    const keys = names.flatMap((name) => [`${name}_000001`, `${name}_000024`, `${name}_000310`])
    const splits = assignSplits(items(keys))
    names.forEach((_, index) => {
      expect(new Set(splits.slice(index * 3, index * 3 + 3)).size).toBe(1)
    })
    expect(new Set(splits)).toEqual(new Set(['train', 'val', 'test']))
  })

  test('are none of them empty where seven sequences all fall into one', () => {
    const names = ['Board', 'CAVIAR1', 'Foliage', 'HallAndMonitor', 'HighwayI', 'HumanBody2', 'Snellen']
    const keys = names.flatMap((name) => Array.from({ length: 16 }, (_, index) => `${name}_${index}`))
    const splits = assignSplits(items(keys))
    expect(['train', 'val', 'test'].map((name) => splits.filter((split) => split === name).length)).toEqual([
      80, 16, 16,
    ])
    names.forEach((_, index) => {
      expect(new Set(splits.slice(index * 16, index * 16 + 16)).size).toBe(1)
    })
  })

  test('keep the tiles of a scene together', () => {
    const scenes = Array.from({ length: 30 }, (_, index) => `scene_${index}`)
    const keys = scenes.flatMap((scene) => [`${scene}_0_256`, `${scene}_256_0`])
    const splits = assignSplits(items(keys))
    scenes.forEach((_, index) => {
      expect(splits[index * 2]).toBe(splits[index * 2 + 1])
    })
    expect(new Set(splits).size).toBe(3)
  })

  test('keep the slices of a volume together', () => {
    const pairs = Array.from({ length: 40 }, (_, scan) =>
      [1, 2, 3].map((slice) => ({
        key: `scan-${scan * 7919}x#000${slice}`,
        split: null,
        beforePath: `/data/A/${scan}.nii.gz#axial${slice}`,
        afterPath: `/data/B/${scan}-${slice}.png`,
      })),
    )
    const splits = assignSplits(pairs.flat())
    pairs.forEach((_, scan) => {
      expect(new Set(splits.slice(scan * 3, scan * 3 + 3)).size).toBe(1)
    })
    expect(new Set(splits).size).toBe(3)
  })

  test('keep the slices of a DICOM series together, each of which is a file of its own', () => {
    const splits = assignSplits(dicomSlices(true))
    for (let start = 0; start < splits.length; start += 4) {
      expect(new Set(splits.slice(start, start + 4)).size).toBe(1)
    }
    expect(new Set(splits).size).toBe(3)
    // where all lie in one folder, nothing tells which are of one person
    expect(new Set(assignSplits(dicomSlices(false))).size).toBe(3)
  })

  test('keep pairs that share a before image together', () => {
    const pairs = Array.from({ length: 200 }, (_, index) => ({
      key: `CLEVR_${index % 2 === 0 ? 'semantic' : 'nonsemantic'}_${Math.floor(index / 2)}`,
      split: null,
      beforePath: `/data/images/${Math.floor(index / 2)}.png`,
      afterPath: `/data/after/${index}.png`,
    }))
    const splits = assignSplits(pairs)
    for (let index = 0; index < splits.length; index += 2) {
      expect(splits[index]).toBe(splits[index + 1])
    }
    expect(new Set(splits).size).toBe(3)
  })

  test.each([
    [['test'], 'test'],
    [['val'], 'val'],
    [['train'], 'train'],
    [['train', 'val'], 'val'],
    [['train', 'test', 'val'], 'test'],
    [['nonsense', 'val'], 'val'],
  ])('of the source, %j, hold for pairs without one that share the before image', (given, expected) => {
    const pairs = Array.from({ length: 60 }, (_, index) => ({
      key: `pair${index}`,
      split: index % 4 < given.length ? given[index % 4] : null,
      beforePath: `/data/${Math.floor(index / 4)}.png`,
      afterPath: `/data/${index}_after.png`,
    }))
    const splits = assignSplits(pairs)
    expect(splits.filter((_, index) => pairs[index].split === null)).toEqual(
      Array.from({ length: 15 * (4 - given.length) }, () => expected),
    )
    expect(
      splits.every(
        (split, index) => pairs[index].split === 'nonsense' || split === (pairs[index].split ?? expected),
      ),
    ).toBe(true)
  })

  test('keep pairs together that share an image, be it before in one and after in the other', () => {
    // five dates of each place, each compared with the next, and one more pair of two of them
    const places = Array.from({ length: 60 }, (_, place) => place)
    const chain = places.flatMap((place) => [0, 1, 2, 3].map((date) => shared(place, date, date + 1)))
    const more = places.map((place) => shared(place, 3, 0))
    const splits = assignSplits([...chain, ...more])
    for (const place of places) {
      expect(new Set([...splits.slice(4 * place, 4 * place + 4), splits[chain.length + place]]).size).toBe(1)
    }
    expect(new Set(splits).size).toBe(3)
  })

  test('of the source hold for the other frames of a sequence, and those of no named one go by hash', () => {
    const keys = Array.from({ length: 60 }, (_, scene) => [`Scene${scene}x_1`, `Scene${scene}x_2`]).flat()
    const pairs = items(keys).map((item, index) => ({
      ...item,
      split: index < 60 && index % 2 === 0 ? 'test' : null,
    }))
    const splits = assignSplits(pairs)
    expect(new Set(splits.slice(0, 60))).toEqual(new Set(['test']))
    expect(splits.slice(60)).toEqual(assignSplits(items(keys)).slice(60))
  })
})

describe('the file name of a key', () => {
  test.each(['x'.repeat(100), '東'.repeat(33), '𠮷'.repeat(25), 'naïve_café'])('%s stays', (key) => {
    expect(safeName(key)).toBe(key)
  })

  test.each([
    ['x'.repeat(101), 'x'.repeat(80)],
    ['東'.repeat(95), '東'.repeat(26)],
    [`x${'𠮷'.repeat(60)}`, `x${'𠮷'.repeat(19)}`],
  ])('%s is cut to 80 bytes and a hash', (key, start) => {
    expect(safeName(key).slice(0, -8)).toBe(`${start}_`)
  })
})

function counted(change: Partial<CountedItem> = {}): CountedItem[] {
  return items(Array.from({ length: 600 }, (_, index) => `pair_${index}`)).map((item, index) => ({
    ...item,
    width: 1,
    height: 1,
    problem: null,
    sequence: null,
    ...(index === 500 ? change : {}),
  }))
}

describe('splits of a list that is counted again', () => {
  test('are made in turns as at once, and taken where nothing that they are made of differs', async () => {
    const last = counted()
    const splits = await splitsOf(last)
    expect(splits).toEqual(assignSplits(last))
    const larger = counted({ width: 2 })
    keepSplits(larger, last)
    expect(await splitsOf(larger)).toBe(splits)
  })

  test.each([
    { key: 'other' },
    { split: 'test' },
    { beforePath: '/data/pair_1_before.png' },
    { afterPath: '/data/pair_1_after.png' },
    { sequence: { name: 'street' } },
  ])('are made anew where one item has another %j', async (change) => {
    const [last, next] = [counted(), counted(change)]
    const splits = await splitsOf(last)
    keepSplits(next, last)
    expect(await splitsOf(next)).not.toBe(splits)
    expect(await splitsOf(next)).toEqual(assignSplits(next))
  })

  test('are made anew for fewer items', async () => {
    const last = counted()
    const fewer = last.slice(1)
    keepSplits(fewer, last)
    expect(await splitsOf(fewer)).not.toBe(await splitsOf(last))
  })
})
