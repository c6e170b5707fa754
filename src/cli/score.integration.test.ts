import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addScoreCommand } from './score'
import { runHere } from './testing'
import type { Ran } from './testing'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-score-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Runs `score` as the program does, and gives what it printed and its exit code. */
function run(...options: string[]): Promise<Ran> {
  return runProgram('score', '--no-meteor', '--resamples', '50', ...options)
}

function runProgram(...options: string[]): Promise<Ran> {
  return runHere(addScoreCommand, ...options)
}

interface Document {
  protocol: string
  items: number
  notes: string[]
  emptyHypotheses: string[]
  missingHypotheses: string[]
  metrics: {
    metric: string
    value: number
    interval?: object
    compared?: { value: number; test?: { pValue: number } }
  }[]
  change?: object
  types?: { items: number; accuracy: number; byType: object }
  perItem?: Record<string, unknown>[]
}

async function runJson(...options: string[]): Promise<Document> {
  const { out, err } = await run('--json', ...options)
  expect(err).toBe('')
  return JSON.parse(out) as Document
}

const references = {
  '1': ['The red car is gone.', 'a car has gone'],
  '2': ['a new road is built', 'a road appears'],
}
const hypotheses = { '1': 'the red car is gone', '2': 'a road is built' }

describe('formats', () => {
  const formats: [name: string, refs: unknown, hyps: unknown][] = [
    ['plain', references, hypotheses],
    [
      'COCO',
      {
        images: [{ id: 1 }, { id: 2 }],
        annotations: Object.entries(references).flatMap(([id, captions]) =>
          captions.map((caption, index) => ({ id: index, image_id: Number(id), caption })),
        ),
      },
      Object.entries(hypotheses).map(([id, caption]) => ({ image_id: Number(id), caption })),
    ],
    [
      'Spot-the-Diff',
      Object.entries(references).map(([img_id, sentences]) => ({ img_id, sentences })),
      Object.entries(hypotheses).map(([img_id, caption]) => ({ img_id, sentences: [caption] })),
    ],
    [
      'Image-Editing-Request',
      Object.entries(references).map(([uid, sents]) => ({ uid, sents, img0: 'a.jpg', img1: 'b.jpg' })),
      Object.entries(hypotheses).map(([uid, caption]) => ({ uid, sents: [caption] })),
    ],
    [
      'LEVIR-CC',
      {
        images: Object.entries(references).map(([id, captions]) => ({
          filename: id,
          split: 'test',
          sentences: captions.map((raw) => ({ raw, tokens: raw.split(' ') })),
        })),
      },
      Object.entries(hypotheses)
        .map(([id, caption]) => JSON.stringify({ id, caption }))
        .join('\n'),
    ],
    [
      'deltascribe propose',
      Object.fromEntries(Object.entries(references).map(([id, captions]) => [id, { captions }])),
      Object.fromEntries(
        Object.entries(hypotheses).map(([id, caption]) => [
          id,
          { captions: [caption, 'another one'], proposer: 'difference', score: 1, regions: [] },
        ]),
      ),
    ],
  ]

  test.each(formats)('%s', async (name, refs, hyps) => {
    const document = await runJson(
      '--refs',
      await file(`${name}-r.json`, refs),
      '--hyps',
      await file(`${name}-h.json`, hyps),
    )
    expect(document.items).toBe(2)
    expect(document.metrics.find(({ metric }) => metric === 'BLEU-1')?.value).toBeCloseTo(1, 8)
  })

  test('CLEVR-Change: changed and unchanged pairs of one name are two items', async () => {
    const document = await runJson(
      '--refs',
      await file('clevr.json', { 'CLEVR_default_000001.png': ['the ball moved'] }),
      '--unchanged-refs',
      await file('clevr-no.json', { 'CLEVR_default_000001.png': ['no change was made'] }),
      '--hyps',
      await file('clevr-h.json', [
        { image_id: '000001.png', caption: 'the ball has moved' },
        { image_id: '000001.png_n', caption: 'the ball has moved' },
      ]),
      '--types',
      await file('types.json', { move: ['000001.png'] }),
    )
    expect(document.change).toMatchObject({
      changed: 1,
      unchanged: 1,
      changeAccuracy: 1,
      noChangeAccuracy: 0,
    })
    expect(document.types).toMatchObject({ items: 2, accuracy: 0.5 })
  })
})

test('tables print scores times 100 and name the protocol', async () => {
  const { out, code } = await run(
    '--refs',
    await file('r.json', references),
    '--hyps',
    await file('h.json', hypotheses),
  )
  expect(out).toContain('COCO protocol (PTB words), items: 2')
  expect(out).toMatch(/BLEU-1 +100\.00/)
  expect(code).toBe(0)
})

test('the LEVIR protocol scores word ids and reports the source of its vocabulary', async () => {
  const document = await runJson(
    '--protocol',
    'levir',
    '--refs',
    await file('r.json', references),
    '--hyps',
    await file('h.json', { '1': 'some unknown words', '2': 'other things' }),
    '--vocabulary',
    await file('vocabulary.json', { red: 4, car: 5 }),
  )
  expect(document.protocol).toBe('levir')
  expect(document.notes[0]).toMatch(/^Vocabulary of 2 words from .*vocabulary\.json; 82\.4 % /)
  // Every word outside the vocabulary is the same one.
  expect(document.metrics[0].value).toBeGreaterThan(0.5)
})

test('two systems are compared on the same items', async () => {
  const refs: Record<string, string[]> = {}
  const good: Record<string, string> = {}
  const bad: Record<string, string> = {}
  for (let item = 0; item < 12; item++) {
    refs[item] = [`pair ${item} shows a new road near the river`]
    good[item] = `pair ${item} shows a new road near the river`
    bad[item] = `pair ${item} shows an old house`
  }
  const document = await runJson(
    '--refs',
    await file('many-r.json', refs),
    '--hyps',
    await file('bad.json', bad),
    '--compare',
    await file('good.json', good),
    '--per-item',
  )
  const rouge = document.metrics.find(({ metric }) => metric === 'ROUGE-L')
  expect(rouge?.compared?.value).toBeCloseTo(1, 12)
  expect(rouge?.compared?.test?.pValue).toBe(0.02)
  expect(document.perItem?.[3]).toMatchObject({ id: '3' })
})

describe('input that is not fit to score', () => {
  const cases: [title: string, refs: unknown, hyps: unknown, message: RegExp][] = [
    [
      'a caption that is no text',
      references,
      { '1': 7, '2': 'a' },
      /h\.json: item "1", caption 1 is not a text \(7\)/,
    ],
    ['a missing caption', references, [{ image_id: 1 }], /item "1", caption 1 is not a text \(missing\)/],
    [
      'an item without a hypothesis',
      references,
      { '1': 'a' },
      /h\.json: no caption for "2"\. --allow-missing/,
    ],
    ['an item without a reference', references, { ...hypotheses, '9': 'a' }, /r\.json: no reference for "9"/],
    [
      'an item with no references',
      { '1': [], '2': ['a'] },
      hypotheses,
      /r\.json: no reference for "1"\. --allow-missing/,
    ],
    [
      'blank references',
      { '1': [' ', ''], '2': ['a'] },
      hypotheses,
      /r\.json: no reference for "1"\. --allow-missing/,
    ],
    ['several hypotheses for an item', references, { '1': ['a', 'b'], '2': 'a' }, /item "1" has 2 captions/],
    ['a record without an id', references, [{ caption: 'a' }], /record 0 has no id/],
    ['a list of texts', references, ['a', 'b'], /record 0 is not an object/],
    ['no JSON', references, '{"1": ', /is neither JSON nor JSON lines/],
    ['nothing', references, [], /holds no captions/],
  ]

  test.each(cases)('%s is named on stderr, exit code 2', async (_, refs, hyps, message) => {
    const { out, err, code } = await run(
      '--refs',
      await file('r.json', refs),
      '--hyps',
      await file('h.json', hyps),
    )
    expect(err).toMatch(message)
    expect({ out, code }).toEqual({ out: '', code: 2 })
  })

  test('a file that is not there', async () => {
    const { err, code } = await run('--refs', join(folder, 'absent.json'), '--hyps', 'x.json')
    expect(err).toMatch(/absent\.json is not there\./)
    expect(code).toBe(2)
  })

  test('--allow-missing scores the common items, reports the missing ones, exit code 1', async () => {
    const { out, code } = await run(
      '--allow-missing',
      '--refs',
      await file('r.json', references),
      '--hyps',
      await file('h.json', { '1': 'a car', '9': 'a' }),
    )
    expect(out).toContain('items: 1')
    expect(out).toContain('Items without a hypothesis, left out: 1.')
    expect(out).toContain('Hypotheses without a reference, left out: 1.')
    expect(code).toBe(1)
  })
})

test('records of one id are one item', async () => {
  const refs = Object.entries(references).flatMap(([img_id, texts]) =>
    texts.map((text) => ({ img_id, sentences: [text] })),
  )
  const hyps = [...Object.entries(hypotheses), ...Object.entries(hypotheses)]
  const document = await runJson(
    '--refs',
    await file('r.json', refs),
    '--hyps',
    await file(
      'h.json',
      hyps.map(([img_id, caption]) => ({ img_id, caption })),
    ),
  )
  expect(document.items).toBe(2)
})

test('a blank hypothesis is scored and listed', async () => {
  const document = await runJson(
    '--refs',
    await file('r.json', references),
    '--hyps',
    await file('h.json', { ...hypotheses, '2': '  ' }),
    '--per-item',
  )
  expect(document.emptyHypotheses).toEqual(['2'])
  expect(document.perItem?.[1]).toMatchObject({ id: '2', 'ROUGE-L': 0 })
})

test('METEOR runs with the WordNet of the package and names it', async () => {
  const { out } = await runProgram(
    'score',
    '--resamples',
    '0',
    '--refs',
    await file('r.json', references),
    '--hyps',
    await file('h.json', { '1': 'the red auto is gone', '2': 'a street is constructed' }),
  )
  expect(out).toMatch(/METEOR \(no paraphrase\) +\d\d\.\d\d/)
  expect(out).toContain('METEOR has no paraphrase module here')
})
