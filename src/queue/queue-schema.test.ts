import { expect, test } from 'vitest'
import { queueOf } from './proposal-job'
import { queueLocation } from './queue-schema'

const at = (schema: string): string => queueLocation(`postgres://db.example/team?schema=${schema}`).schema

test('a queue lies beside its project, in a schema that no project can have', () => {
  expect(queueLocation('postgres://db.example/team').schema).toBe('_deltascribe_queue')
  expect(at('bridges')).toBe('_bridges_queue')
  const long = 'a'.repeat(51)
  const names = [at(long), at(`${long.slice(1)}b`)]
  expect(names.every((name) => name.length <= 50 && /^_\w+$/.test(name))).toBe(true)
  expect(new Set(names).size).toBe(2)
  expect(() => at('_bridges_queue')).toThrow('no address of a PostgreSQL database')
})

test('proposers that could propose otherwise have queues of their own', () => {
  const one = { name: 'ccrc-base', version: '14', content: 'a'.repeat(64), program: '1.0.0' }
  const others = [
    { ...one, name: 'ccrc-other' },
    { ...one, version: '15' },
    { ...one, content: null },
    { ...one, program: '1.0.1' },
  ]
  expect(new Set([one, ...others].map(queueOf)).size).toBe(5)
  expect(queueOf({ ...one })).toBe(queueOf(one))
})
