import { expect, test } from 'vitest'
import { WorkShares } from './work-shares'

test('the time of the last minute is shared out, the largest part first', () => {
  const work = new WorkShares()
  expect(work.shares(0)).toEqual([])
  work.add({ decode: 1000, detect: 1000, total: 2000 }, 1000)
  work.add({ decode: 100, register: 300, encode: 400, crops: 150, names: 45, store: 5, total: 995 }, 62_000)
  expect(work.shares(62_000)).toEqual([
    { part: 'network', share: 0.55 },
    { part: 'registration', share: 0.3 },
    { part: 'decoding', share: 0.1 },
    { part: 'naming', share: 0.045 },
  ])
  expect(work.shares(130_000)).toEqual([])
})
