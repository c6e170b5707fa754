import { expect, test } from 'vitest'
import { loadOnce } from './load-once'

test('what failed to load is loaded anew, and what came is kept', async () => {
  let loads = 0
  const load = loadOnce(() => {
    loads += 1
    return loads === 1 ? Promise.reject(new Error('the disk is full')) : Promise.resolve(loads)
  })
  await expect(load()).rejects.toThrow('the disk is full')
  expect(await Promise.all([load(), load(), load()])).toEqual([2, 2, 2])
})
