import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { drawIcon } from './icon'
import { launcher } from './launcher'
import { packageLicences, unreadPackages } from './packages'

test('the icon is a picture with clear corners', () => {
  const { width, height, channels, data } = decode(drawIcon(64))
  expect([width, height, channels]).toEqual([64, 64, 4])
  expect(data[3]).toBe(0)
  expect(data[4 * (32 * 64 + 32) + 3]).toBe(255)
})

test('packages that the programs read at run time stay, those of the bundles go', () => {
  const unread = unreadPackages()
  expect(unread).toEqual(expect.arrayContaining(['node_modules/zod', 'node_modules/tar']))
  for (const name of ['onnxruntime-node', 'onnxruntime-common', 'node-gyp-build', '@napi-rs/image']) {
    expect(unread).not.toContain(`node_modules/${name}`)
  }
})

test('licences of packages of the page and of the programs are told, with their texts', () => {
  const text = packageLicences()
  expect(text).toMatch(/\nreact \d+\.\d+\.\d+: MIT\n/)
  expect(text).toMatch(/\nzod \d+\.\d+\.\d+: MIT\n+MIT License/)
})

test.skipIf(process.platform === 'win32')(
  'the launcher keeps the options of a command from Chromium, and hands a folder to the window [needs sh]',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'deltascribe-launcher-'))
    mkdirSync(join(folder, 'bin'))
    const script = join(folder, 'bin', 'deltascribe')
    const program = join(folder, 'deltascribe')
    writeFileSync(script, launcher())
    writeFileSync(program, '#!/bin/sh\necho "$@"\n')
    chmodSync(script, 0o755)
    chmodSync(program, 0o755)
    const link = join(folder, 'link')
    symlinkSync(script, link)
    const run = (...args: string[]): string => {
      const env = { ...process.env, DISPLAY: ':9' }
      return execFileSync(link, args, { encoding: 'utf8', env }).trim().replace('--no-sandbox ', '')
    }
    expect(run('propose', '--json', 'a b')).toBe(
      '--ozone-platform=headless --log-level=3 -- propose --json a b',
    )
    expect(run('./propose')).toBe('./propose')
    rmSync(folder, { recursive: true })
  },
)
