import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discoverPairs } from './discover'
import type { DiscoveredReading } from './reading'
import { DiscoverError } from './scan-source'
import { englishOf } from '../messages/message'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-discover-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Empty files: discovery goes by names. */
async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), '')
  }
}

async function best(): Promise<DiscoveredReading> {
  const { readings } = await discoverPairs(folder)
  return readings[0]
}

function rows(reading: DiscoveredReading): (string | null)[][] {
  return reading.pairs.map(({ key, split, before, after, label }) => [key, split, before, after, label])
}

describe('folders for each side', () => {
  test('A, B and label at the root, extensions mixed, case of folders ignored', async () => {
    await put('a/10.png', 'B/10.jpg', 'a/9.tif', 'B/9.tif', 'Label/9.PNG')
    const reading = await best()
    expect(reading.id).toBe('a-b-folders')
    expect(englishOf(reading.title)).toBe('A/ and B/ folders, with Label/')
    expect(rows(reading)).toEqual([
      ['9', null, 'a/9.tif', 'B/9.tif', 'Label/9.PNG'],
      ['10', null, 'a/10.png', 'B/10.jpg', null],
    ])
    expect(reading.leftOut).toEqual([])
  })

  test('below train, val and test, and as LEVIR-MCI with images/ above', async () => {
    await put(
      'train/A/1.png',
      'train/B/1.png',
      'images/val/A/2.png',
      'images/val/B/2.png',
      'images/val/label/2.png',
    )
    expect(rows(await best())).toEqual([
      ['train/1', 'train', 'train/A/1.png', 'train/B/1.png', null],
      ['val/2', 'val', 'images/val/A/2.png', 'images/val/B/2.png', 'images/val/label/2.png'],
    ])
  })

  test('with the split inside the folder of each side', async () => {
    await put('A/test/1.png', 'B/test/1.png', 'label/test/1.png')
    expect(rows(await best())).toEqual([
      ['test/1', 'test', 'A/test/1.png', 'B/test/1.png', 'label/test/1.png'],
    ])
  })

  test.each([
    ['before', 'after', 'before-after-folders'],
    ['im1', 'im2', 'im1-im2-folders'],
    ['T1', 'T2', 't1-t2-folders'],
  ])('%s and %s', async (left, right, id) => {
    await put(`${left}/x.png`, `${right}/x.png`, 'boxes/x.txt')
    const reading = await best()
    expect(reading.id).toBe(id)
    expect(rows(reading)).toEqual([['x', null, `${left}/x.png`, `${right}/x.png`, null]])
    expect(reading.leftOut).toEqual([
      { path: 'boxes/', reason: '1 file is no image that can be read', count: 1 },
    ])
  })

  test.each([
    ['检修前', '检修后'],
    ['vorher', 'nachher'],
    ['site_old', 'site_new'],
    ['Aufnahme vor Umbau', 'Aufnahme nach Umbau'],
    ['new_before', 'new_after'],
  ])('names with a word for the side: %s and %s', async (before, after) => {
    await put(`${after}/1.png`, `${before}/1.png`, `${before}/x/2.png`, `${after}/x/2.png`, 'other/1.png')
    const reading = await best()
    expect([reading.id, englishOf(reading.title)]).toEqual([
      'word-folders',
      `${before}/ before, ${after}/ after`,
    ])
    expect(rows(reading)).toEqual([
      ['1', null, `${before}/1.png`, `${after}/1.png`, null],
      ['x/2', null, `${before}/x/2.png`, `${after}/x/2.png`, null],
    ])
  })

  test('two folders whose names tell no side are read in either order', async () => {
    await put('east/1.png', 'west/1.png', 'east/2_1.png', 'west/2_1.png', 'east/2_2.png', 'west/2_2.png')
    const { readings } = await discoverPairs(folder)
    expect(readings.map(({ id, pairs }) => [id, pairs.length])).toEqual([
      ['two-folders', 3],
      ['two-folders-turned', 3],
      ['suffix-1-2', 2],
    ])
    expect(rows(readings[1])[0]).toEqual(['1', null, 'west/1.png', 'east/1.png', null])
  })

  test('two folders with numbered images may be sequences, or sides', async () => {
    await put(...[1, 2, 3, 4].flatMap((number) => [`east/${number}.png`, `west/${number}.png`]))
    const { readings } = await discoverPairs(folder)
    expect(readings.map(({ id, pairs }) => [id, pairs.length])).toEqual([
      ['sequence-neighbours', 6],
      ['sequence-first', 6],
      ['two-folders', 4],
      ['two-folders-turned', 4],
    ])
  })

  test.each([
    ['images and what belongs to them', ['images/1.png', 'annotations/1.png']],
    ['splits', ['train/1.png', 'test/1.png']],
    ['scans of two persons', ['P1/1.dcm', 'P2/1.dcm']],
    [
      'folders with few names in both',
      ['cats/1.png', 'cats/2.png', 'cats/3.png', 'dogs/1.png', 'dogs/5.png'],
    ],
    ['three folders', ['x/1.png', 'y/1.png', 'z/1.png']],
  ])('%s are no two sides', async (_, paths) => {
    await put(...paths)
    const { readings } = await discoverPairs(folder)
    expect(readings.filter(({ id }) => id.startsWith('two-folders'))).toEqual([])
  })

  test('names that carry the side as a word match where whole names do not', async () => {
    await put('before/s1_before.png', 'after/s1_after.png', 'masks/s1.png')
    expect(rows(await best())).toEqual([
      ['s1', null, 'before/s1_before.png', 'after/s1_after.png', 'masks/s1.png'],
    ])
  })

  test('tiles without a partner are left alone where other names match, whatever they end in', async () => {
    await put('A/r1_0.png', 'A/r1_1.png', 'B/r1_0.png', 'B/r1_2.png')
    const reading = await best()
    expect(rows(reading)).toEqual([['r1_0', null, 'A/r1_0.png', 'B/r1_0.png', null]])
    expect(reading.leftOut).toEqual([
      { path: 'A/r1_1.png', reason: 'B/ has no partner for it' },
      { path: 'B/r1_2.png', reason: 'A/ has no partner for it' },
    ])
  })

  test('a missing partner, either way, is reported by name', async () => {
    await put('A/1.png', 'B/1.png', 'A/2.png', 'B/3.png', 'label/7.png')
    expect((await best()).leftOut).toEqual([
      { path: 'A/2.png', reason: 'B/ has no partner for it' },
      { path: 'B/3.png', reason: 'A/ has no partner for it' },
      { path: 'label/', reason: '1 image is in no pair of this reading', count: 1 },
    ])
  })

  test('splits come from names where every name begins with one', async () => {
    await put('A/train_1.png', 'B/train_1.png', 'A/test_2.png', 'B/test_2.png')
    expect((await best()).pairs.map(({ split }) => split)).toEqual(['test', 'train'])
    await put('A/other.png', 'B/other.png')
    expect((await best()).pairs.map(({ split }) => split)).toEqual([null, null, null])
  })

  test('of two files with one stem the one with the partner’s extension is taken', async () => {
    await put('A/1.png', 'A/1.jpg', 'B/1.jpg')
    const reading = await best()
    expect(rows(reading)).toEqual([['1', null, 'A/1.jpg', 'B/1.jpg', null]])
    expect(reading.leftOut).toEqual([{ path: 'A/1.png', reason: 'B/ has no partner for it' }])
  })

  test('of several masks the one in the folder named first is taken and the other reported', async () => {
    await put('A/1.png', 'B/1.png', 'masks/1.png', 'label/1.png')
    const reading = await best()
    expect(reading.pairs[0].label).toBe('label/1.png')
    expect(reading.leftOut).toEqual([
      { path: 'masks/', reason: '1 image is in no pair of this reading', count: 1 },
    ])
  })
})

describe('CLEVR-Change', () => {
  test('each number gives a changed and an unchanged pair, named by the after file', async () => {
    await put('images/CLEVR_default_000000.png', 'sc_images/CLEVR_semantic_000000.png')
    await put('nsc_images/CLEVR_nonsemantic_000000.png', 'images/CLEVR_default_000001.png')
    const reading = await best()
    expect(reading.id).toBe('clevr-change')
    const before = 'images/CLEVR_default_000000.png'
    expect(rows(reading)).toEqual([
      ['CLEVR_nonsemantic_000000', null, before, 'nsc_images/CLEVR_nonsemantic_000000.png', null],
      ['CLEVR_semantic_000000', null, before, 'sc_images/CLEVR_semantic_000000.png', null],
    ])
    expect(reading.leftOut.map(({ path }) => path)).toEqual(['images/CLEVR_default_000001.png'])
  })
})

describe('names in one folder', () => {
  test.each([
    ['x_before.png', 'x_after.jpg', 'suffix-before-after'],
    ['x_0.png', 'x_1.png', 'suffix-0-1'],
    ['x_a.png', 'x_b.png', 'suffix-a-b'],
    ['x_temp.jpg', 'x_test.jpg', 'suffix-temp-test'],
    ['x.png', 'x_2.png', 'suffix-2'],
  ])('%s and %s, with the mask under the shared name', async (before, after, id) => {
    await put(`site/${before}`, `site/${after}`, 'site/GT/x.png')
    const reading = await best()
    expect(reading.id).toBe(id)
    expect(rows(reading)).toEqual([['site/x', null, `site/${before}`, `site/${after}`, 'site/GT/x.png']])
  })

  test('before.png and after.png in a folder for each pair', async () => {
    await put('s2/before.png', 's2/after.png', 's10/before.png', 's10/after.png', 's3/before.png')
    const reading = await best()
    expect(reading.pairs.map(({ key }) => key)).toEqual(['s2', 's10'])
  })

  test('images of kinds that are not read are told by their kinds', async () => {
    await put('A/x.png', 'B/x.png', 'A/y.avif', 'B/y.HEIC', 'B/z.avif', 'B/list.txt')
    expect((await best()).leftOut).toEqual([
      {
        path: 'A/',
        reason: '1 image is of a kind that Deltascribe does not read (AVIF): save as PNG, JPEG, WebP or TIFF',
        count: 1,
      },
      {
        path: 'B/',
        reason:
          '2 images are of kinds that Deltascribe does not read (AVIF, HEIC): save as PNG, JPEG, WebP or TIFF',
        count: 2,
      },
      { path: 'B/', reason: '1 file is no image that can be read', count: 1 },
    ])
  })

  test('a missing partner is reported by the name that was looked for', async () => {
    await put('1_before.png', '1_after.png', '2_before.png', '3_after.png', 'notes.txt')
    expect((await best()).leftOut).toEqual([
      { path: '3_after.png', reason: 'there is no 3_before beside it' },
      { path: '2_before.png', reason: 'there is no 2_after beside it' },
      { path: './', reason: '1 file is no image that can be read', count: 1 },
    ])
  })

  test('every reading that finds pairs is offered, the likelier first', async () => {
    await put('A/1_0.png', 'B/1_0.png', 'A/1_1.png', 'B/1_1.png')
    const { readings } = await discoverPairs(folder)
    expect(readings.map(({ id, pairs }) => [id, pairs.length])).toEqual([
      ['a-b-folders', 2],
      ['suffix-0-1', 2],
    ])
  })
})

describe('keys', () => {
  test('are unique where places and extensions would make them equal', async () => {
    await put('images/x/A/1.png', 'images/x/B/1.png', 'x/A/1.png', 'x/B/1.png')
    expect((await best()).pairs.map(({ key }) => key).sort()).toEqual(['x/1', 'x/1.png'])
  })
})

describe('folders that hold no pairs', () => {
  test('an empty one has no reading', async () => {
    expect(await discoverPairs(folder)).toEqual({ readings: [], imageCount: 0, leftOut: [] })
  })

  test('one of single images says what was seen', async () => {
    await put('holiday.jpg', 'beach.jpg', '.hidden_before.png', '.deltascribe/x_after.png')
    const { readings, imageCount, leftOut } = await discoverPairs(folder)
    expect(readings).toEqual([])
    expect(imageCount).toBe(2)
    expect(leftOut).toEqual([{ path: './', reason: '2 images are in no pair of this reading', count: 2 }])
  })

  test('a missing one and a file are errors that say what to do', async () => {
    await expect(discoverPairs(join(folder, 'gone'))).rejects.toMatchObject({ code: 'missing' })
    await put('file.png')
    const failure = discoverPairs(join(folder, 'file.png'))
    await expect(failure).rejects.toThrow(DiscoverError)
    await expect(failure).rejects.toMatchObject({ code: 'not-a-folder' })
  })
})

describe('links', () => {
  test.skipIf(process.platform === 'win32')(
    'inside are followed, outside and lost are left out [not on Windows]',
    async () => {
      const outside = await mkdtemp(join(tmpdir(), 'deltascribe-outside-'))
      await writeFile(join(outside, 'secret.png'), '')
      await put('A/1.png', 'A/2.png', 'A/3.png', 'store/real.png')
      await mkdir(join(folder, 'B'))
      await symlink('../store/real.png', join(folder, 'B/1.png'))
      await symlink(join(outside, 'secret.png'), join(folder, 'B/2.png'))
      await symlink('nowhere.png', join(folder, 'B/3.png'))
      await symlink(outside, join(folder, 'C'))
      await symlink('..', join(folder, 'A/loop'))
      const reading = await best()
      expect(rows(reading)).toEqual([['1', null, 'A/1.png', 'B/1.png', null]])
      const reasons = new Map(reading.leftOut.map(({ path, reason }) => [path, reason]))
      expect(englishOf(reasons.get('B/2.png') ?? '')).toContain('leads out of the folder')
      expect(englishOf(reasons.get('B/3.png') ?? '')).toContain('not there')
      expect(englishOf(reasons.get('C') ?? '')).toContain('leads out of the folder')
      expect(englishOf(reasons.get('A/loop') ?? '')).toContain('links to folders are not followed')
      await rm(outside, { recursive: true })
    },
  )
})

describe('names that cannot be followed', () => {
  test('a name that reads as another path is left out with the reason, and the rest is paired', async () => {
    const odd = ['%00', '%252e%252e%2fa']
    await put(...['a', '100%', '50%2f', ...odd].flatMap((name) => [`A/${name}.png`, `B/${name}.png`]))
    const { pairs, leftOut } = await best()
    expect(pairs.map(({ key }) => key).toSorted()).toEqual(['100%', '50%2f', 'a'])
    const reason = 'its name reads as another path: rename it without %, \\ and :'
    const expected = ['A', 'B'].flatMap((side) =>
      odd.map((name) => ({ path: `${side}/${name}.png`, reason })),
    )
    expect(leftOut).toHaveLength(expected.length)
    expect(leftOut).toEqual(expect.arrayContaining(expected))
  })

  // other systems take no such names
  test.skipIf(process.platform !== 'linux')(
    'a name that is no UTF-8 is left out with the reason, and the rest is paired [only on Linux]',
    async () => {
      await put('A/a.png', 'B/a.png', 'A/\uFFFD.png', 'B/\uFFFD.png')
      for (const side of ['A', 'B']) {
        for (const byte of [0xfe, 0xff]) {
          const name = Buffer.concat([
            Buffer.from(join(folder, side, 'b')),
            Buffer.of(byte),
            Buffer.from('.png'),
          ])
          await writeFile(name, '')
        }
      }
      await mkdir(Buffer.concat([Buffer.from(join(folder, 'c')), Buffer.of(0xe9)]))
      const { pairs, leftOut } = await best()
      expect(pairs.map(({ key }) => key).toSorted()).toEqual(['a', '\uFFFD'])
      const reason = 'its name is not written in UTF-8: rename it'
      expect(leftOut).toHaveLength(5)
      expect(leftOut).toEqual(expect.arrayContaining([{ path: 'A/b\uFFFD.png', reason }]))
      expect(leftOut).toEqual(expect.arrayContaining([{ path: 'c\uFFFD/', reason }]))
    },
  )
})
