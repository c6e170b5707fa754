import { expect, test } from 'vitest'
import { addCaptionCommand } from './caption'
import { addServeCommand } from './serve'
import { ownFolder, runHere } from './testing'

const inFolder = ownFolder()

test('serve refuses a folder to allow that is not there, and an address that is none', async () => {
  const folder = await runHere(addServeCommand, 'serve', '--allow', inFolder('gone'))
  expect([folder.code, folder.err]).toEqual([2, expect.stringContaining('gone is no folder.')])
  const address = await runHere(addServeCommand, 'serve', '--allow-endpoint', 'ftp://captions.example.org')
  expect([address.code, address.out]).toEqual([2, ''])
  expect(address.err).toContain('is no address of a server')
})

test('caption sends pictures over the public network to no server that the command does not name', async () => {
  const ran = await runHere(addCaptionCommand, 'caption', inFolder('pairs'), '--allow-public')
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('add --endpoint')])
})
