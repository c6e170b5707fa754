import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import dicomParser from 'dicom-parser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExportReport } from '../../../contract/work'
import { emptyDocument } from '../../../domain/document'
import type { Region } from '../../../domain/document'
import { decodeFile } from '../../../images/decode'
import { makeDicom, PERSON } from '../../../images/dicom/testing'
import { readSegmentation } from '../../../images/dicom/read-segmentation'
import { makeNifti } from '../../../images/nifti/testing'
import { encodePng } from '../../../images/raster'
import { makePair } from '../../../images/testing'
import { encodeRle, rleArea } from '../../../mask/rle'
import { englishOf } from '../../../messages/message'
import { exportPairs } from '../../export/export'
import type { ExportItem, ExportRequest } from '../../export/export-pair'
import { Scratch } from '../../import/item'
import { Problems } from '../../import/problems'
import { readDataset } from '../../import/read'
import { Source } from '../../import/source'
import { importMade } from '../../import/testing'

const WIDTH = 10
const HEIGHT = 7
const SIZE = { width: WIDTH, height: HEIGHT }
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deltascribe-medical-'))
})
afterEach(() => rm(root, { recursive: true }))

/** One bit a pixel, row by row. */
function bits(holds: (x: number, y: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    holds(at % WIDTH, Math.floor(at / WIDTH)) ? 1 : 0,
  )
}

const CORNER = bits((x, y) => x < 3 && y < 2)
const STRIPE = bits((x, y) => x === 8 && y > 1)

function region(category: string, data: Uint8Array): Region {
  const mask = encodeRle({ ...SIZE, data })
  const source = { kind: 'person' } as const
  return { id: category, category, status: 'accepted', mask, beforeMask: null, source, score: null }
}

function item(key: string, before: string, after: string, regions: Region[]): ExportItem {
  return {
    key,
    split: null,
    beforePath: before,
    afterPath: after,
    ...SIZE,
    problem: null,
    document: {
      ...emptyDocument(),
      review: { state: 'accepted', notes: '', reviewer: null },
      regions,
      captions: [
        { id: 'c', text: 'a nodule grew', rank: 0, source: { kind: 'person' }, logProbability: null },
      ],
    },
    proposedBy: null,
  }
}

function write(items: ExportItem[], options: Omit<ExportRequest, 'states' | 'out'>): Promise<ExportReport> {
  const request = { ...options, states: ['accepted' as const], out: join(root, 'set') }
  return exportPairs(items, request, { progress: () => {}, signal: new AbortController().signal })
}

/** Categories and pixels of the regions of each pair, as they are read back. */
async function readBack(format: string): Promise<Record<string, [category: string, area: number][]>> {
  const found: Record<string, [string, number][]> = {}
  const problems = new Problems()
  const source = await Source.open(join(root, 'set'))
  const context = { source, problems, scratch: new Scratch(root, false), isCheck: true }
  for await (const { key, regions } of readDataset(format, context)) {
    found[key] = regions.map(({ category, mask }) => [category, rleArea(mask)])
  }
  expect(problems.list).toEqual([])
  return found
}

const at = (i: number, j: number, k: number): number => 100 * k + 10 * j + i

async function volumes(): Promise<{ before: string; after: string }> {
  const paths = { before: join(root, 'before.nii'), after: join(root, 'after.nii.gz') }
  const made = { dims: [WIDTH, HEIGHT, 4], at, pixdim: [0.5, 2, 3] } as const
  await writeFile(paths.before, makeNifti(made))
  // i runs to the left, as in most scans
  const sform = [
    [-0.5, 0, 0, 40],
    [0, 2, 0, -20],
    [0, 0, 3, 5],
  ] as const
  await writeFile(paths.after, makeNifti({ ...made, sform, isPacked: true }))
  return paths
}

describe('NIfTI labels', () => {
  test('lie in the voxels that were shown, in a volume like the source, and are read again', async () => {
    const { before, after } = await volumes()
    const report = await write(
      [
        item('head', before, after, [region('nodule', CORNER)]),
        item('head#0004', `${before}#axial4`, `${after}#axial4`, [
          region('nodule', STRIPE),
          region('cyst', CORNER),
        ]),
      ],
      { format: 'nifti' },
    )
    expect([report.pairCount, report.leftOut]).toEqual([2, []])
    const label = join(root, 'set/labels/head.nii.gz')
    const shown = async (slice: string): Promise<number[]> =>
      Array.from((await decodeFile(`${label}#${slice}`)).samples.data)
    // classes are sorted: cyst, nodule
    expect(await shown('axial2')).toEqual(Array.from(CORNER, (bit) => 2 * bit))
    expect(await shown('axial4')).toEqual(Array.from(CORNER, (bit, index) => bit + 2 * STRIPE[index]))
    expect(new Set(await shown('axial1'))).toEqual(new Set([0]))
    const [own, source] = [label, after].map(async (path) => gunzipSync(await readFile(path)))
    for (const [start, end] of [
      [76, 108],
      [252, 328],
    ]) {
      expect((await own).subarray(start, end)).toEqual((await source).subarray(start, end))
    }
    // the first column is the right of the body: i runs to the left
    expect((await own)[352 + WIDTH * HEIGHT + (HEIGHT - 1) * WIDTH]).toBe(2)
    const list = JSON.parse(await readFile(join(root, 'set/label-volumes.json'), 'utf8')) as object[]
    expect(list[1]).toMatchObject({
      axis: 'axial',
      slice: 4,
      regions: [{ area_mm2: 5 }, { area_mm2: 6 }],
    })
    const imported = await importMade(join(root, 'set'), join(root, 'project'), { format: 'nifti' })
    expect(imported).toMatchObject({ problems: [], pairCount: 2 })
  })

  test('are in a volume for each pair of files and each direction, and for a slice that comes again', async () => {
    const { before, after } = await volumes()
    const prior = join(root, 'prior.nii')
    await copyFile(before, prior)
    const [width, height] = [WIDTH, 4]
    const row = encodeRle({ width, height, data: new Uint8Array(width * height).fill(1, 0, width) })
    const items = [
      item('now#0003', `${before}#axial3`, `${after}#axial3`, []),
      item('now', before, after, [region('nodule', CORNER)]),
      item('now#0002', `${before}#axial2`, `${after}#axial2`, [region('cyst', STRIPE)]),
      item('prior', prior, after, [region('cyst', STRIPE)]),
      {
        ...item('now#coronal-0001', `${before}#coronal1`, `${after}#coronal1`, [
          { ...region('nodule', CORNER), mask: row },
        ]),
        width,
        height,
      },
    ]
    const report = await write(items, { format: 'nifti' })
    expect([report.pairCount, report.unsupportedFields.map(englishOf)]).toEqual([
      5,
      ['4 regions lose their origins: read back, all are imported.'],
    ])
    expect((await readdir(join(root, 'set/labels'))).toSorted()).toEqual([
      'now.nii.gz',
      'now_0002.nii.gz',
      'now_coronal-0001.nii.gz',
      'prior.nii.gz',
    ])
    expect(await readBack('nifti')).toEqual({
      now: [['nodule', 6]],
      'now#0002': [['cyst', 5]],
      'now#0003': [],
      'now#coronal-0001': [['nodule', WIDTH]],
      prior: [['cyst', 5]],
    })
  })

  test('are refused for other images, with the reason', async () => {
    const path = join(root, 'photo.png')
    await writeFile(path, await encodePng(makePair(1, WIDTH, HEIGHT).after))
    for (const [format, reason] of [
      ['nifti', /no NIfTI file/],
      ['dicom-seg', /no DICOM file/],
    ] as const) {
      const work = write([item('photo', path, path, [region('x', CORNER)])], { format })
      const { leftOut } = await work.catch((error: unknown) => ({ leftOut: [{ reason: String(error) }] }))
      expect(JSON.stringify(leftOut)).toMatch(reason)
      await rm(join(root, 'set'), { recursive: true, force: true })
    }
  })
})

async function scans(): Promise<{ before: string; after: string }> {
  const paths = { before: join(root, 'before.dcm'), after: join(root, 'after.dcm') }
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 40)
  const bytes = makeDicom({ ...SIZE, frames: 3, bitsAllocated: 8, pixels, pixelSpacing: '0.7\\0.4' })
  await writeFile(paths.before, bytes)
  await writeFile(paths.after, bytes)
  return paths
}

const dcmtk = (() => {
  try {
    execFileSync('dcmdump', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

async function exportScans(patientData?: 'copied'): Promise<Buffer> {
  const { before, after } = await scans()
  const items = [
    item('chest', before, after, [region('结节', CORNER), region('cyst', STRIPE)]),
    item('chest#0003', `${before}#frame3`, `${after}#frame3`, [region('cyst', CORNER)]),
  ]
  const report = await write(items, {
    format: 'dicom-seg',
    ...(patientData === undefined ? {} : { patientData }),
  })
  expect([report.pairCount, report.leftOut]).toEqual([2, []])
  return readFile(join(root, 'set/segmentations/chest.dcm'))
}

describe('DICOM segmentations', () => {
  test('hold a segment for each category over frames of the source, and are read again', async () => {
    const bytes = await exportScans()
    const { width, height, segments } = readSegmentation(bytes)
    expect([width, height]).toEqual([WIDTH, HEIGHT])
    expect(segments.map(({ name, sourceFrame }) => [name, sourceFrame])).toEqual([
      ['cyst', 2],
      ['cyst', 3],
      ['结节', 2],
    ])
    expect(segments.map(({ mask }) => mask)).toEqual([STRIPE, CORNER, CORNER])
    const list = JSON.parse(await readFile(join(root, 'set/segmentations.json'), 'utf8')) as object[]
    expect(list[0]).toMatchObject({ regions: [{ area_mm2: 1.68 }, { area_mm2: 1.4 }] })
    const imported = await importMade(join(root, 'set'), join(root, 'project'), { format: 'dicom-seg' })
    expect(imported).toMatchObject({ problems: [], pairCount: 2 })
    expect(await readBack('dicom-seg')).toEqual({
      chest: [
        ['cyst', 5],
        ['结节', 6],
      ],
      'chest#0003': [['cyst', 6]],
    })
  })

  test('are in a file for each pair of files, with UIDs of their own', async () => {
    const { before, after } = await scans()
    const [first, second] = [join(root, 'first.dcm'), join(root, 'second.dcm')]
    await copyFile(before, first)
    await copyFile(before, second)
    const items = [
      item('first#0001', `${first}#frame1`, `${after}#frame1`, [region('nodule', CORNER)]),
      item('now#0001', `${before}#frame1`, `${after}#frame1`, [region('cyst', STRIPE)]),
      item('second#0003', `${second}#frame3`, `${after}#frame3`, [region('nodule', CORNER)]),
    ]
    const report = await write(items, { format: 'dicom-seg' })
    expect([report.pairCount, report.unsupportedFields.map(englishOf)]).toEqual([
      3,
      ['3 regions lose their origins: read back, all are imported.'],
    ])
    const folder = join(root, 'set/segmentations')
    const names = (await readdir(folder)).toSorted()
    expect(names).toEqual(['first.dcm', 'now.dcm', 'second.dcm'])
    const bytes = await Promise.all(names.map((name) => readFile(join(folder, name))))
    expect(new Set(bytes.map((one) => dicomParser.parseDicom(one).string('x00080018'))).size).toBe(3)
    expect(await readBack('dicom-seg')).toEqual({
      'first#0001': [['nodule', 6]],
      'now#0001': [['cyst', 5]],
      'second#0003': [['nodule', 6]],
    })
  })

  test('say nothing of the person, unless it is asked for, and have the same bytes each time', async () => {
    const bytes = await exportScans()
    expect(bytes.includes(PERSON)).toBe(false)
    const names = await readdir(join(root, 'set'), { recursive: true, withFileTypes: true })
    for (const entry of names.filter((one) => one.isFile())) {
      expect((await readFile(join(entry.parentPath, entry.name))).includes(PERSON)).toBe(false)
    }
    await rm(join(root, 'set'), { recursive: true })
    expect(await exportScans()).toEqual(bytes)
    await rm(join(root, 'set'), { recursive: true })
    expect((await exportScans('copied')).includes(PERSON)).toBe(true)
  })

  test.skipIf(!dcmtk)('are read by dcmtk without a complaint', async () => {
    await exportScans()
    const path = join(root, 'set/segmentations/chest.dcm')
    const { stdout: dump, stderr } = spawnSync('dcmdump', ['+L', path], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(dump).toMatch(/\(0008,0060\) CS \[SEG\]/)
    expect(dump).toMatch(/\(0010,0010\) PN \(no value available\)/)
    expect(dump).toMatch(/\(0008,1160\) IS \[3\]/)
    const xml = execFileSync('dcm2xml', ['+Ca', 'utf-8', path], { encoding: 'utf8' })
    expect(xml).toContain('结节')
  })
})
