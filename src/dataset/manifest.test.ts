import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discoverPairs } from './discover'
import { englishOf } from '../messages/message'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-manifest-'))
  for (const name of ['a.png', 'b.png', 'c.png', 'm.png']) {
    await writeFile(join(folder, name), '')
  }
})
afterEach(() => rm(folder, { recursive: true }))

describe('a manifest', () => {
  test('as CSV gives keys, masks, splits and captions, and comes before any other reading', async () => {
    const lines = [
      'Before,After,Key,Label,Split,Caption',
      'a.png,b.png,first,m.png,valid,"a shed, red, is new"',
      '',
      'b.png,c.png,,,,',
    ]
    await writeFile(join(folder, 'pairs.csv'), `\uFEFF${lines.join('\r\n')}`)
    const { readings } = await discoverPairs(folder)
    expect(englishOf(readings[0].title)).toBe('the list in pairs.csv')
    expect(readings[0].pairs).toEqual([
      { key: 'c', split: null, before: 'b.png', after: 'c.png', label: null, caption: null },
      {
        key: 'first',
        split: 'val',
        before: 'a.png',
        after: 'b.png',
        label: 'm.png',
        caption: 'a shed, red, is new',
      },
    ])
    expect(readings[0].leftOut).toEqual([])
  })

  test.each([
    [',', 'a shed; a\tred one'],
    [';', 'a shed, a red one'],
    ['\t', 'a shed, new; a red one'],
  ])('as CSV is cut only at the delimiter of its first line, here %j', async (delimiter, caption) => {
    const lines = [
      ['before', 'after', '"a,b;c;d,e\t\t\t\t\t"', 'caption', 'split'],
      ['a.png', 'b.png', '', caption, 'test'],
      ['b.png', 'c.png', '', caption, 'val', ''],
    ]
    await writeFile(
      join(folder, 'pairs.csv'),
      `\n${lines.map((fields) => fields.join(delimiter)).join('\n')}`,
    )
    const { readings } = await discoverPairs(folder)
    expect(readings[0].pairs).toEqual([
      { key: 'b', split: 'test', before: 'a.png', after: 'b.png', label: null, caption },
      { key: 'c', split: 'val', before: 'b.png', after: 'c.png', label: null, caption },
    ])
    expect(readings[0].leftOut.filter(({ path }) => path.startsWith('pairs.csv'))).toEqual([])
  })

  test.each([
    ['pairs.jsonl', [{ key: 'a', caption: 'a shed is new' }, { key: 'b' }].map((row) => JSON.stringify(row))],
    ['pairs.csv', ['first,second', 'a.png,b.png', 'b.png,c.png']],
  ])('that names no image in any line is left out as one: %s', async (name, lines) => {
    await writeFile(join(folder, name), lines.join('\n'))
    await mkdir(join(folder, 'before'))
    await mkdir(join(folder, 'after'))
    await writeFile(join(folder, 'before', 'd.png'), '')
    await writeFile(join(folder, 'after', 'd.png'), '')
    const { readings } = await discoverPairs(folder)
    expect(readings[0].pairs.map(({ key }) => key)).toEqual(['d'])
    const leftOut = readings[0].leftOut.filter(({ path }) => path.startsWith(name))
    expect(leftOut.map(({ path, reason }) => `${path}: ${englishOf(reason)}`)).toEqual([
      `${name}: none of its lines names a before and an after image`,
    ])
  })

  test('as CSV leaves out a row with more fields than titles, with its line', async () => {
    const lines = ['before,after,caption,split', 'a.png,b.png,a shed, red,test', 'b.png,c.png,x,test']
    await writeFile(join(folder, 'pairs.csv'), lines.join('\n'))
    const { readings } = await discoverPairs(folder)
    expect(readings[0].pairs.map(({ key }) => key)).toEqual(['c'])
    expect(readings[0].leftOut).toContainEqual({
      path: 'pairs.csv:2',
      reason: 'it has more fields than the first line',
    })
  })

  test('as CSV takes quotation marks within a caption, and leaves out a row whose quotes stay open', async () => {
    const lines = ['before,after,split,caption', 'a.png,b.png,test,a 5" crack', 'b.png,c.png,val,"a dent']
    await writeFile(join(folder, 'pairs.csv'), lines.join('\n'))
    const [{ pairs, leftOut }] = (await discoverPairs(folder)).readings
    expect(pairs.map(({ split, caption }) => [split, caption])).toEqual([['test', 'a 5" crack']])
    expect(leftOut.map(({ path, reason }) => [path, englishOf(reason)])).toContainEqual([
      'pairs.csv:3',
      'it has quotation marks that are not closed',
    ])
  })

  test('as JSONL may have numbers for keys, and no captions', async () => {
    const row = { before: 'a.png', after: 'b.png', key: 17, captions: null, split: 'test' }
    await writeFile(join(folder, 'pairs.jsonl'), JSON.stringify(row))
    const [{ pairs }] = (await discoverPairs(folder)).readings
    expect(pairs).toMatchObject([{ key: '17', split: 'test', caption: null }])
  })

  test('has keys as an import makes them: one that cannot be a file name gets another one', async () => {
    const keys = ['shot 12:30', '../up', ' lead', '50% of it', 'line\nbreak']
    const rows = keys.map((key) => JSON.stringify({ before: 'a.png', after: 'b.png', key }))
    await writeFile(join(folder, 'pairs.jsonl'), rows.join('\n'))
    const [{ pairs, leftOut }] = (await discoverPairs(folder)).readings
    expect(new Map(pairs.map(({ key, nameInList }) => [key, nameInList]))).toEqual(
      new Map([
        ['50% of it', undefined],
        ['__/up', '../up'],
        ['lead', ' lead'],
        ['line_break', 'line\nbreak'],
        ['shot 12_30', 'shot 12:30'],
      ]),
    )
    expect(leftOut.map(({ path }) => path)).not.toContain('pairs.jsonl:1')
  })

  test('without a usable row says why where the folder is read otherwise', async () => {
    for (const side of ['A', 'B']) {
      await mkdir(join(folder, side))
      await writeFile(join(folder, side, 'one.png'), '')
    }
    const row = { before: 'A/one.png', split: 'test' }
    await writeFile(join(folder, 'pairs.jsonl'), JSON.stringify(row))
    const [{ pairs, leftOut }] = (await discoverPairs(folder)).readings
    expect(pairs).toMatchObject([{ key: 'one', split: null }])
    expect(leftOut.map(({ path }) => path)).toContain('pairs.jsonl:1')
  })

  test('as JSONL leaves out each bad row with its line and reason', async () => {
    const lines = [
      '{"before": "a.png", "after": "b.png"}',
      'not json',
      '{"before": "a.png"}',
      '{"before": "a.png", "after": "gone.png"}',
      '{"before": "a.png", "after": "b.png"}',
      '{"before": "a.png", "after": 7}',
      '{"before": "a.png", "after": "c.png", "key": "b"}',
      '[1, 2]',
    ]
    await writeFile(join(folder, 'manifest.jsonl'), lines.join('\n'))
    const { readings } = await discoverPairs(folder)
    expect(readings[0].pairs.map(({ key }) => key)).toEqual(['b'])
    const reasons = new Map(readings[0].leftOut.map(({ path, reason }) => [path, reason]))
    expect(englishOf(reasons.get('manifest.jsonl:2') ?? '')).toBe('it is no JSON object')
    expect(englishOf(reasons.get('manifest.jsonl:3') ?? '')).toBe('an after path is needed')
    expect(englishOf(reasons.get('manifest.jsonl:4') ?? '')).toBe(
      'gone.png is not in the folder, or is no image',
    )
    expect(englishOf(reasons.get('manifest.jsonl:5') ?? '')).toBe('another row has the key b')
    expect(englishOf(reasons.get('manifest.jsonl:6') ?? '')).toBe('an after path is needed')
    expect(englishOf(reasons.get('manifest.jsonl:7') ?? '')).toBe('another row has the key b')
    expect(reasons.has('manifest.jsonl:8')).toBe(true)
  })

  test.each([
    '../a.png',
    'x/../../a.png',
    '..\\a.png',
    '%2e%2e/a.png',
    '%252e%252e%2fa.png',
    '/etc/passwd',
    'C:\\a.png',
    '\\\\server\\share\\a.png',
    '//server/share/a.png',
    'file:///etc/passwd',
  ])('cannot point out of the folder by %s', async (path) => {
    await writeFile(join(folder, 'pairs.jsonl'), JSON.stringify({ before: 'a.png', after: path }))
    const { readings, leftOut } = await discoverPairs(folder)
    expect(readings.filter(({ id }) => id.startsWith('manifest'))).toEqual([])
    expect(englishOf(leftOut.find((entry) => entry.path === 'pairs.jsonl:1')?.reason ?? '')).toContain(path)
  })

  test('that is not text is left out and the folder is read otherwise', async () => {
    await writeFile(join(folder, 'pairs.csv'), '"never closed\n1,2')
    await writeFile(join(folder, 'x_before.png'), '')
    await writeFile(join(folder, 'x_after.png'), '')
    const { readings } = await discoverPairs(folder)
    expect(readings.map(({ id }) => id)).toEqual(['suffix-before-after'])
  })
})
