import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ImageError } from '../../images/file'
import { trainingFailure } from './failure'
import { FineTuneError } from '../data/corrected-pair'

const full = '/dev/full'

test.skipIf(!existsSync(full))(
  'the message of a full disk names it and the remedy [needs /dev/full]',
  async () => {
    const error: unknown = await writeFile(full, 'weights').catch((reason: unknown) => reason)
    const { failure } = trainingFailure(new Error('not written', { cause: error }))
    expect(failure.code).toBe('cannot-write')
    expect(failure.message).toMatch(/^The disk is full: .* free some space, then resume\.$/)
  },
)

test('a missing image is named; after an unexpected error the run can be resumed', async () => {
  const cause = new ImageError('missing', '/pairs/a.png', 'is not there')
  const { failure } = trainingFailure(
    new FineTuneError('a.png is not there. Put the file back.', cause.path, { cause }),
  )
  expect(failure).toMatchObject({ code: 'bad-image', path: '/pairs/a.png', reason: 'missing' })
  const error: unknown = await readFile('/nowhere/at/all').catch((reason: unknown) => reason)
  expect(trainingFailure(error).failure.message).toContain('It can be resumed')
})
