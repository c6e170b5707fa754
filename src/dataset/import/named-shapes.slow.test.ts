import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatNamed, commonFormatNames } from '../formats/list'
import { emptyDocument } from '../../domain/document'
import type { Region } from '../../domain/document'
import { reviewStates } from '../../domain/pair'
import { exportItems } from '../../engine/export-items'
import { openProject } from '../../engine/project/open-project'
import { putSidecars } from '../../georeference/testing'
import { encodePng } from '../../images/raster'
import { makePair } from '../../images/testing'
import { encodeRle, paintRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { ExportItem } from '../export/export-pair'
import { exportMade } from '../export/testing'
import { sortNaturally } from '../pair-record'
import { importMade } from './testing'

/** Content that other tools lose. Each case is a pair of its own, in every format. */
interface Case {
  key?: string
  captions?: string[]
  /** Rows of each region, `#` for a set pixel; without a region the size counts. */
  regions: string[][]
}

const cases: Record<string, Case> = {
  'a region with a hole': { regions: [['.....', '.###.', '.#.#.', '.###.', '.....']] },
  'an island in a hole': {
    regions: [['#######', '#.....#', '#.###.#', '#.#.#.#', '#.###.#', '#.....#', '#######']],
  },
  'a hole that is open at a corner': { regions: [['####', '#.##', '##.#', '###.']] },
  'an empty mask': { regions: [['....', '....', '....']] },
  'a region of one pixel': { regions: [['....', '..#.', '....']] },
  'regions of one pixel in all corners': {
    regions: [
      ['#..', '...', '...'],
      ['..#', '...', '...'],
      ['...', '...', '#..'],
      ['...', '...', '..#'],
    ],
  },
  'regions that touch at an edge': {
    regions: [
      ['##..', '##..', '....'],
      ['..##', '..##', '....'],
    ],
  },
  'regions that touch at a corner': {
    regions: [
      ['##..', '##..', '....', '....'],
      ['....', '....', '..##', '..##'],
    ],
  },
  'a region over the whole image': { regions: [['###', '###']] },
  'an image of one pixel': { regions: [['#']] },
  'an image of one row': { regions: [['.#.##...##.#.']] },
  'an image of one column': { regions: [['.', '#', '#', '.', '#', '.', '.']] },
  'a width that is no multiple of four, eight or sixteen': {
    regions: [[`${'#'.repeat(17)}.`, `.${'#'.repeat(17)}`, '.#'.repeat(9)].map((row) => `${row}#`)],
  },
  'a name in other scripts': { key: 'улица/東京 é 🚧', regions: [['#.']] },
  'captions in other scripts, with quotes and markup': {
    captions: ['Ein Haus ist neu – “groß”', '建物が増えた。', 'дом "новый" <b>&amp;', '🚧 a, b; c? d\\n'],
    regions: [['#.']],
  },
  'a hundred captions': {
    captions: Array.from({ length: 100 }, (_, index) => `caption ${index} of many`),
    regions: [['#.']],
  },
}

function rleOf(rows: readonly string[]): Rle {
  const data = Uint8Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0))
  return encodeRle({ width: rows[0].length, height: rows.length, data })
}

function captionsOf({ captions = ['something is new'] }: Case): string[] {
  return captions
}

function keyOf(name: string): string {
  return cases[name].key ?? name.replaceAll(/\W/g, '_')
}

async function itemOf(name: string, folder: string, number: number): Promise<ExportItem> {
  const one = cases[name]
  const [width, height] = [one.regions[0][0].length, one.regions[0].length]
  const { before, after } = makePair(number, width, height)
  const [beforePath, afterPath] = [join(folder, `${number}-0.png`), join(folder, `${number}-1.png`)]
  await writeFile(beforePath, await encodePng(before))
  await writeFile(afterPath, await encodePng(after))
  await Promise.all([putSidecars(beforePath), putSidecars(afterPath)])
  const source = { kind: 'person' } as const
  return {
    key: keyOf(name),
    split: 'train',
    beforePath,
    afterPath,
    width,
    height,
    problem: null,
    proposedBy: null,
    document: {
      ...emptyDocument(),
      review: { state: 'accepted', notes: '', reviewer: null },
      regions: one.regions.map((rows, index) => ({
        id: `r${index}`,
        category: 'building',
        status: 'accepted',
        mask: rleOf(rows),
        beforeMask: null,
        source,
        score: null,
      })),
      captions: captionsOf(one).map((text, rank) => {
        return { id: `c${rank}`, text, rank, source, logProbability: null }
      }),
    },
  }
}

function unionOf(regions: readonly Pick<Region, 'mask'>[], { width, height }: ExportItem): Uint8Array {
  const data = new Uint8Array(width * height)
  regions.forEach(({ mask }) => paintRle(mask, data, 1))
  return data
}

describe.each(commonFormatNames)('%s, exported and imported, keeps', (format) => {
  let folder: string
  let problems = 0
  const sent = new Map<string, ExportItem>()
  const back = new Map<string, ExportItem>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-shapes-'))
    const items = await Promise.all(Object.keys(cases).map((name, number) => itemOf(name, folder, number)))
    items.forEach((item) => sent.set(item.key, item))
    const [out, into] = [join(folder, 'out'), join(folder, 'into')]
    await exportMade(
      sortNaturally(items, ({ key }) => key),
      format,
      out,
    )
    problems = (await importMade(out, into, { format })).problems.length
    const project = await openProject(into, null, join(folder, 'user'))
    for await (const item of exportItems(project, reviewStates)) {
      back.set(item.key, item)
    }
    project.store.close()
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(Object.keys(cases))('%s', (name) => {
    const [one, other] = [sent.get(keyOf(name))!, back.get(keyOf(name))!]
    expect(problems).toBe(0)
    expect([other.width, other.height]).toEqual([one.width, one.height])
    expect(other.document.captions.map(({ text }) => text)).toEqual(captionsOf(cases[name]))
    expect(unionOf(other.document.regions, other)).toEqual(unionOf(one.document.regions, one))
    const areApart = formatNamed(format).writer.supports.masks === 'regions'
    const [masks, expected] = [other, one].map(({ document }) => document.regions.map(({ mask }) => mask))
    expect(areApart ? masks : []).toEqual(areApart ? expected : [])
  })
})
