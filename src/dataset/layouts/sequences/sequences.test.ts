import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discoverPairs } from '../../discover'
import type { DiscoveredReading } from '../../reading'
import { englishOf } from '../../../messages/message'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-sequences-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await putBytes(path, Buffer.alloc(0))
  }
}

async function putBytes(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), bytes)
}

async function readings(): Promise<DiscoveredReading[]> {
  return (await discoverPairs(folder)).readings
}

function keysOf(reading: DiscoveredReading | undefined): string[] {
  return reading?.pairs.map(({ key }) => key) ?? []
}

function leftOutOf({ leftOut }: DiscoveredReading): string[][] {
  return leftOut.map(({ path, reason }) => [path, englishOf(reason)])
}

describe('a folder for each date', () => {
  test('pairs each date with the one before it, or with the first', async () => {
    await put('2019/a.tif', '2020/a.tif', '2021/a.tif', '2019/b.tif', '2020/b.tif', '2021/b.tif')
    const [neighbours, first] = await readings()
    expect(neighbours.id).toBe('sequence-neighbours')
    expect(englishOf(neighbours.title)).toBe('2 sequences of dates, each date with the one before it')
    expect(keysOf(neighbours)).toEqual(['a/2019..2020', 'a/2020..2021', 'b/2019..2020', 'b/2020..2021'])
    expect(neighbours.pairs[1]).toEqual({
      key: 'a/2020..2021',
      split: null,
      before: '2020/a.tif',
      after: '2021/a.tif',
      label: null,
      caption: null,
      sequence: { name: 'a', position: 2, beforeDate: '2020', afterDate: '2021' },
    })
    expect(neighbours.leftOut).toEqual([])
    expect(first.id).toBe('sequence-first')
    expect(keysOf(first)).toEqual(['a/2019..2020', 'a/2019..2021', 'b/2019..2020', 'b/2019..2021'])
  })

  test('passes over a date without the file, and leaves out a place of one date', async () => {
    await put(
      ...['2019-05', '2019-06', '2019-07', '2019-08'].map((date) => `fields/${date}/a.png`),
      'fields/2019-05/b.png',
      'fields/2019-08/b.png',
      'fields/2019-08/c.png',
    )
    await rm(join(folder, 'fields/2019-06/a.png'))
    const [neighbours] = await readings()
    expect(keysOf(neighbours)).toEqual([
      'fields/a/2019-05..2019-07',
      'fields/a/2019-07..2019-08',
      'fields/b/2019-05..2019-08',
    ])
    expect(leftOutOf(neighbours)).toEqual([
      ['fields/2019-08/c.png', 'no folder of another date has an image of this name'],
    ])
  })

  test('orders numbers as numbers, takes the date off names, and knows the split', async () => {
    await put('train/9/a_9.png', 'train/10/a_10.png', 'train/11/a_11.png')
    const [neighbours] = await readings()
    expect(keysOf(neighbours)).toEqual(['train/a/9..10', 'train/a/10..11'])
    expect(neighbours.pairs.map(({ split, sequence }) => [split, sequence?.beforeDate])).toEqual([
      ['train', null],
      ['train', null],
    ])
  })

  test('names a folder whose date there is not', async () => {
    await put(...['2019-11', '2019-12', '2019-13', '2020-01'].map((date) => `${date}/a.png`))
    const [neighbours] = await readings()
    expect(keysOf(neighbours)).toEqual(['a/2019-11..2019-12', 'a/2019-12..2020-01'])
    expect(leftOutOf(neighbours)).toContainEqual(['2019-13/', 'its name says a date that there is not'])
  })

  test('goes on from folder to folder where the names have whole dates', async () => {
    await put('cam/2019-12/IMG_20191230.jpg', 'cam/2019-12/IMG_20191231.jpg', 'cam/2020-01/IMG_20200101.jpg')
    const [neighbours] = await readings()
    expect(keysOf(neighbours)).toEqual(['cam/IMG/2019-12-30..2019-12-31', 'cam/IMG/2019-12-31..2020-01-01'])
  })

  test('years of months have each image in one sequence', async () => {
    await put(
      ...['2018', '2019', '2020'].flatMap((year) => ['05', '06', '07'].map((m) => `${year}/${m}/a.png`)),
    )
    const [{ pairs }] = await readings()
    const afters = pairs.map(({ after }) => after)
    expect(new Set(afters).size).toBe(afters.length)
    expect(pairs).toHaveLength(6)
  })

  test('has 1,000 dates in order', async () => {
    const days = Array.from({ length: 1000 }, (_, day) =>
      new Date(Date.UTC(2018, 0, 1 + day)).toISOString().slice(0, 10),
    )
    await put(...[...days].reverse().map((day) => `${day.replaceAll('-', '')}/a.png`))
    const [neighbours, first] = await readings()
    expect(keysOf(neighbours)).toEqual(days.slice(1).map((day, index) => `a/${days[index]}..${day}`))
    expect(first.pairs.every(({ before }) => before === '20180101/a.png')).toBe(true)
  })
})

describe('two folders of dates', () => {
  test.each([
    [['2019/tokyo.png', '2021/tokyo.png'], ['tokyo/2019..2021']],
    [
      ['P/2019/x.png', 'P/2021/x.png', 'Q/2018/x.png', 'Q/2020/x.png'],
      ['P/x/2019..2021', 'Q/x/2018..2020'],
    ],
    [['2019-05-01/P/x.tif', '20210501/P/x.tif'], ['P/x/2019-05-01..2021-05-01']],
    [
      ['2019', '2021'].flatMap((year) => [1, 2, 3, 4].map((n) => `${year}/img00${n}.png`)),
      [1, 2, 3, 4].map((n) => `img00${n}/2019..2021`),
    ],
    [
      ['20240110', '20250214'].flatMap((day) => [1, 2, 3].map((n) => `DOE/${day}/S1/IM000${n}.dcm`)),
      [1, 2, 3].map((n) => `DOE/S1/IM000${n}/2024-01-10..2025-02-14`),
    ],
  ])('%j are before and after', async (paths, keys) => {
    await put(...paths)
    const found = await readings()
    expect(found.map(({ id }) => id)).toEqual(['two-dates'])
    expect(keysOf(found[0])).toEqual(keys)
    expect(found[0].leftOut).toEqual([])
  })

  test('pairs have their dates, and masks beside the folders', async () => {
    await put('2019/tokyo.png', '2021/tokyo.png', 'label/tokyo.png')
    const [{ title, pairs }] = await readings()
    expect(englishOf(title)).toBe('folders of two dates, with 1 image of the same names, with label/')
    expect(pairs).toEqual([
      {
        key: 'tokyo/2019..2021',
        split: null,
        before: '2019/tokyo.png',
        after: '2021/tokyo.png',
        label: 'label/tokyo.png',
        caption: null,
        sequence: { name: 'tokyo', position: 1, beforeDate: '2019', afterDate: '2021' },
      },
    ])
  })

  test('a third date keeps the keys, and those of places that lack it', async () => {
    await put('2019/a.png', '2021/a.png', '2019/b.png', '2021/b.png', '2023/a.png')
    const [neighbours] = await readings()
    expect(neighbours.id).toBe('sequence-neighbours')
    expect(keysOf(neighbours)).toEqual(['a/2019..2021', 'a/2021..2023', 'b/2019..2021'])
  })

  test('names that end in a number as well are asked about, the dates first', async () => {
    await put(...['2019', '2021'].flatMap((year) => [1, 2].map((n) => `${year}/tile_${n}.png`)))
    const found = await readings()
    expect(found.map(({ id }) => id)).toEqual(['two-dates', 'suffix-1-2'])
    expect(keysOf(found[0])).toEqual(['tile_1/2019..2021', 'tile_2/2019..2021'])
  })

  test('names alone in their folder are left out, whatever their numbers', async () => {
    await put(...[1, 2, 3, 4, 5].map((n) => `2019/img${n}.png`), '2021/img1.png')
    const [reading] = await readings()
    expect(keysOf(reading)).toEqual(['img1/2019..2021'])
    expect(leftOutOf(reading).map(([path]) => path)).toEqual([2, 3, 4, 5].map((n) => `2019/img${n}.png`))
  })

  test('folders whose names differ are read by their numbers, as one folder is', async () => {
    await put(...[1, 2, 3].map((n) => `2019/img${n}.png`), ...[7, 8, 9].map((n) => `2021/img${n}.png`))
    expect(keysOf((await readings())[0])).toEqual([
      '2019/img/1..2',
      '2019/img/2..3',
      '2021/img/7..8',
      '2021/img/8..9',
    ])
  })

  test.each(['dcm', 'nii', 'nii.gz'])('numbers of .%s files are slices, and no dates', async (extension) => {
    await put(...[1, 2, 3, 4].map((n) => `DOE/20240110/IM000${n}.${extension}`))
    expect(await readings()).toEqual([])
    await put(...[1, 2, 3].map((n) => `ROE/head_2019050${n}.${extension}`))
    expect(keysOf((await readings())[0])).toEqual([
      'ROE/head/2019-05-01..2019-05-02',
      'ROE/head/2019-05-02..2019-05-03',
    ])
  })
})

describe('a folder for each place', () => {
  test.each([
    ['2019-05-01.png', '2019-06-01.png', '2020-01-31.png'],
    ['a_20190501.png', 'a_20190601.png', 'a_20200131.png'],
    ['2019.05.01 a.png', '2019.06.01 a.png', '2020.01.31 a.png'],
    ['a_2019年5月1日.png', 'a_2019年6月1日.png', 'a_2020年1月31日.png'],
    // the second date is the product's own
    ['L1_20190501_20190511_a.png', 'L1_20190601_20190611_a.png', 'L1_20200131_20200210_a.png'],
  ])('reads the dates of %s', async (...names) => {
    await put(...names.map((name) => `field/${name}`))
    const [{ pairs }] = await readings()
    expect(pairs.map(({ sequence }) => [sequence?.beforeDate, sequence?.afterDate])).toEqual([
      ['2019-05-01', '2019-06-01'],
      ['2019-06-01', '2020-01-31'],
    ])
  })

  test('has times of day, which keys write without colons', async () => {
    await put('IMG_20200101_120000.jpg', 'IMG_20200101_123000.jpg', 'IMG_20200101_090000.jpg')
    const [neighbours] = await readings()
    expect(keysOf(neighbours)).toEqual([
      'IMG/2020-01-01T090000..2020-01-01T120000',
      'IMG/2020-01-01T120000..2020-01-01T123000',
    ])
    expect(neighbours.pairs[0].sequence?.beforeDate).toBe('2020-01-01T09:00:00')
  })

  test('has numbers, several places in one folder, and names in several languages', async () => {
    await put(
      ...['поле', '农田', 'حقل', 'champ é'].flatMap((name) => [1, 2, 10].map((n) => `${name}_0${n}.png`)),
    )
    const [neighbours] = await readings()
    const expected = ['champ é', 'поле', 'حقل', '农田'].flatMap((name) => [
      `${name}/01..02`,
      `${name}/02..010`,
    ])
    expect([...keysOf(neighbours)].sort()).toEqual(expected.sort())
  })

  test('counts what macOS writes in two characters as one name', async () => {
    await put('é_001.png', 'e\u0301_002.png', 'é_003.png')
    expect(keysOf((await readings())[0])).toEqual(['é/001..002', 'é/002..003'])
  })

  test('has years and months where all digits are such, else numbers', async () => {
    await put('a/bridge_1999.png', 'a/bridge_2009.png', 'a/bridge_2019.png')
    await put('b/201911.png', 'b/201912.png', 'b/201913.png', 'b/202001.png')
    await put('c/IMG_1998.png', 'c/IMG_1999.png', 'c/IMG_2000.png', 'c/IMG_9999.png')
    const [neighbours] = await readings()
    expect(neighbours.pairs.map(({ key, sequence }) => [key, sequence?.afterDate])).toEqual([
      ['a/bridge/1999..2009', '2009'],
      ['a/bridge/2009..2019', '2019'],
      ['b/2019-11..2019-12', '2019-12'],
      ['b/2019-12..2020-01', '2020-01'],
      ['c/IMG/1998..1999', null],
      ['c/IMG/1999..2000', null],
      ['c/IMG/2000..9999', null],
    ])
    expect(leftOutOf(neighbours)).toEqual([['b/201913.png', 'its name says a date that there is not']])
  })

  test('keeps two images of one date apart by their names', async () => {
    await put('a/x_2019-05-01.png', 'a/x_20190501.jpg', 'a/x_2019-06-01.png')
    const [neighbours] = await readings()
    expect(keysOf(neighbours)).toEqual([
      'a/x/2019-05-01-x_2019-05-01.png..2019-05-01-x_20190501.jpg',
      'a/x/2019-05-01-x_20190501.jpg..2019-06-01',
    ])
  })

  test('leaves two dates out, with the reason, beside a place of three', async () => {
    await put('a_1.png', 'a_2.png', 'a_3.png', 'b_2019-05.png', 'b_2019-06.png', 'b_2019-06-31.png')
    const found = await readings()
    const neighbours = found.find(({ id }) => id === 'sequence-neighbours')!
    expect(leftOutOf(neighbours)).toEqual([
      ['b_2019-06-31.png', 'its name says a date that there is not'],
      ['b_2019-05.png', 'its place has 2 dates, and a sequence needs three'],
      ['b_2019-06.png', 'its place has 2 dates, and a sequence needs three'],
    ])
  })
})

describe('two whole dates in names', () => {
  test('are before and after', async () => {
    await put('site1_20210505.tif', 'site1_20230617.tif', 'y/2_2021-05-05.tif', 'y/2_2023-06-17.tif')
    const [reading, ...others] = await readings()
    expect(others).toEqual([])
    expect([reading.id, englishOf(reading.title)]).toEqual([
      'two-dates',
      'names that differ by two dates, of 2 places',
    ])
    expect(keysOf(reading)).toEqual(['site1/2021-05-05..2023-06-17', 'y/2/2021-05-05..2023-06-17'])
  })

  test.each([
    ['years', ['site1_2021.tif', 'site1_2023.tif']],
    ['months', ['site1_2021-05.tif', 'site1_2023-06.tif']],
    ['slices', ['ann_20210505.dcm', 'ann_20230617.dcm']],
  ])('are not %s', async (_, paths) => {
    await put(...paths)
    expect(await readings()).toEqual([])
  })
})

describe('dates that the files say', () => {
  test('are read where the names say nothing, and what has none is named', async () => {
    await putBytes('place/ann.tif', tiffOf('2020:03:01 12:00:00'))
    await putBytes('place/bob.jpg', jpegOf('2019:03:01 12:00:00'))
    await putBytes('place/cy.tif', tiffOf('2021:03:01 12:00:00'))
    await putBytes('place/dee.tif', tiffOf('2021:13:01 12:00:00'))
    await put('place/eve.png')
    const [neighbours] = await readings()
    expect(neighbours.pairs.map(({ before, after }) => [before, after])).toEqual([
      ['place/bob.jpg', 'place/ann.tif'],
      ['place/ann.tif', 'place/cy.tif'],
    ])
    expect(neighbours.pairs[0]).toMatchObject({
      key: 'place/2019-03-01T120000..2020-03-01T120000',
      sequence: { name: 'place', beforeDate: '2019-03-01T12:00:00' },
    })
    expect(leftOutOf(neighbours)).toEqual([
      ['place/dee.tif', 'neither its name nor the file says when it was made'],
      ['place/eve.png', 'neither its name nor the file says when it was made'],
    ])
  })

  test('are read of a file of any size', async () => {
    await putBytes('place/ann.tif', tiffOf('2020:03:01 12:00:00'))
    await putBytes('place/bob.jpg', jpegOf('2019:03:01 12:00:00'))
    await putBytes('place/cy.tif', tiffOf('2021:03:01 12:00:00'))
    await truncate(join(folder, 'place/cy.tif'), 2 * 2 ** 30)
    expect(keysOf((await readings())[0])).toContain('place/2020-03-01T120000..2021-03-01T120000')
  })

  test('make no sequence of two, or of files that cannot be read', async () => {
    await putBytes('place/ann.tif', tiffOf('2020:03:01 12:00:00'))
    await putBytes('place/bob.jpg', jpegOf('2019:03:01 12:00:00'))
    await putBytes('place/cy.tif', tiffOf('2020:03:01 12:00:00').subarray(0, 20))
    expect(await readings()).toEqual([])
  })
})

describe('folders of pairs stay pairs', () => {
  test.each([
    [['A/1.png', 'A/2.png', 'A/3.png', 'B/1.png', 'B/2.png', 'B/3.png'], ['a-b-folders']],
    [['x_001_before.png', 'x_001_after.png', 'x_002_before.png', 'x_002_after.png'], ['suffix-before-after']],
    [[1, 2, 3].flatMap((n) => [`pair_${n}/before.png`, `pair_${n}/after.png`]), ['suffix-before-after']],
    [
      ['2019/a_before.png', '2019/a_after.png', '2020/a_before.png', '2020/a_after.png'],
      ['suffix-before-after'],
    ],
    [['t1/a.png', 't2/a.png'], ['t1-t2-folders']],
  ])('%j', async (paths, ids) => {
    await put(...paths)
    expect((await readings()).map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    [['a_1.png', 'a_2.png', 'a_3.png'], 'suffix-1-2', ['a']],
    [['t1/a.png', 't2/a.png', 't3/a.png'], 't1-t2-folders', ['a']],
  ])('%j is read as before, and offered as a sequence', async (paths, id, keys) => {
    await put(...paths)
    const found = await readings()
    expect(found.map((reading) => reading.id)).toEqual([id, 'sequence-neighbours', 'sequence-first'])
    expect(keysOf(found[0])).toEqual(keys)
    expect(found[0].pairs[0].sequence).toBeUndefined()
  })
})

/** A TIFF's first directory with DateTime alone. */
function tiffOf(date: string): Buffer {
  const bytes = Buffer.alloc(46)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(1, 8)
  entry(bytes, 10, { tag: 0x0132, type: 2, count: 20, value: 26 })
  bytes.write(`${date}\0`, 26, 'latin1')
  return bytes
}

/** A JPEG's EXIF block with DateTimeOriginal. */
function jpegOf(date: string): Buffer {
  const exif = Buffer.alloc(64)
  exif.write('II*\0', 0, 'latin1')
  exif.writeUInt32LE(8, 4)
  exif.writeUInt16LE(1, 8)
  entry(exif, 10, { tag: 0x8769, type: 4, count: 1, value: 26 })
  exif.writeUInt16LE(1, 26)
  entry(exif, 28, { tag: 0x9003, type: 2, count: 20, value: 44 })
  exif.write(`${date}\0`, 44, 'latin1')
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 8])
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), exif, Buffer.from([0xff, 0xd9])])
}

function entry(
  bytes: Buffer,
  at: number,
  { tag, type, count, value }: Record<'tag' | 'type' | 'count' | 'value', number>,
): void {
  bytes.writeUInt16LE(tag, at)
  bytes.writeUInt16LE(type, at + 2)
  bytes.writeUInt32LE(count, at + 4)
  bytes.writeUInt32LE(value, at + 8)
}
