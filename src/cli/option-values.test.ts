import { Command } from 'commander'
import { expect, test } from 'vitest'
import { acceptSight, wholeFromOne, wholeFromZero } from './option-values'

test('whole numbers begin at 0 or at 1, and are exact', () => {
  expect([wholeFromZero('0'), wholeFromZero('12'), wholeFromOne('1')]).toEqual([0, 12, 1])
  expect(() => wholeFromOne('0')).toThrow('1 or more')
  for (const text of ['', ' ', '-1', '1.5', 'ten', '1e300']) {
    expect(() => wholeFromZero(text)).toThrow('0 or more')
    expect(() => wholeFromOne(text)).toThrow('1 or more')
  }
})

test.each(['--encoder', '--sight'])('%s names the package whose encoder is frozen', async (flag) => {
  const command = new Command().option('--encoder <package>')
  acceptSight(command)
  await command.parseAsync([flag, 'model'], { from: 'user' })
  expect(command.opts()).toMatchObject({ encoder: 'model' })
  expect(command.helpInformation()).not.toContain('--sight')
})
