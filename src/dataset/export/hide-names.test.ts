import { expect, test } from 'vitest'
import { emptyDocument } from '../../domain/document'
import { englishOf, message, messageFields, messageIn } from '../../messages/message'
import type { ExportItem } from './export-pair'
import { hideNames, withoutNames } from './hide-names'

const item: ExportItem = {
  key: 'scan-0123456789ab',
  split: null,
  beforePath: '/data/DOE/1/JANE.dcm',
  afterPath: '/data/DOE/2/JANE.dcm#frame3',
  width: 1,
  height: 1,
  problem: null,
  sequence: { name: 'place-0', position: 1, beforeDate: '2024', afterDate: '2025' },
  document: emptyDocument(),
  proposedBy: null,
}

test.each(['JANE.dcm', 'JANE.dcm#frame3', '/data/DOE/1/JANE.dcm', '/data/DOE/2/JANE.dcm'])(
  'the key stands in the place of %s',
  (name) => {
    const inner = message('problems.incomplete', { name })
    const text = message('exports.onePair', { key: item.key, reason: inner })
    const hidden = hideNames(text, item)
    expect(JSON.stringify(hidden)).not.toMatch(/JANE|DOE/)
    expect(englishOf(hidden)).toContain('scan-0123456789ab is damaged')
  },
)

test('a problem that was stored names the key, also where its file is not there any more', () => {
  const path = 'DOE/2/JANE.dcm'
  const problem = { code: 'missing', path, ...messageFields(message('problems.missing', { name: path })) }
  const gone = { ...item, beforePath: '', afterPath: '', problem: { ...problem, code: 'missing' as const } }
  const hidden = withoutNames(gone, {})
  expect(hidden.problem?.path).toBe(item.key)
  expect(englishOf(messageIn(hidden.problem!))).toBe(
    'scan-0123456789ab is not there: it was moved, renamed or deleted',
  )
})

test('dates stay where data of patients is asked for alone', () => {
  expect(withoutNames(item, {}).sequence).toEqual({
    name: 'place-0',
    position: 1,
    beforeDate: null,
    afterDate: null,
  })
  expect(withoutNames(item, { patientData: 'copied' }).sequence).toEqual(item.sequence)
})
