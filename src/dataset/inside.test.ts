import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBelow, isInside, ListedFolder, resolveInside } from './inside'

let base: string
let folder: string
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'deltascribe-inside-')))
  folder = join(base, 'project')
  await mkdir(join(folder, 'A'), { recursive: true })
  await mkdir(join(base, 'project-2'))
  await writeFile(join(folder, 'A/1.png'), '')
  await writeFile(join(folder, 'A/..2e.png'), '')
  await writeFile(join(base, 'secret.png'), '')
  await writeFile(join(base, 'project-2/secret.png'), '')
})
afterAll(() => rm(base, { recursive: true }))

describe('a path inside a folder', () => {
  test('is resolved, dots in names included', async () => {
    expect(await resolveInside(folder, 'A/1.png')).toBe(join(folder, 'A/1.png'))
    expect(await resolveInside(folder, './A//..2e.png')).toBe(join(folder, 'A/..2e.png'))
  })

  test.each([
    '../secret.png',
    'A/../../secret.png',
    '..\\secret.png',
    '%2e%2e/secret.png',
    '%2E%2E%2Fsecret.png',
    '%252e%252e/secret.png',
    '/etc/passwd',
    'c:/windows',
    '\\\\server\\share',
    '//server/share',
    'A/1.png\0.txt',
    '../project-2/secret.png',
  ])('is refused as %j', async (path) => {
    await expect(resolveInside(folder, path)).rejects.toMatchObject({ code: 'outside-folder' })
  })

  test.skipIf(process.platform === 'win32')(
    'is refused through links, also to a folder like named [not on Windows]',
    async () => {
      await symlink(join(base, 'secret.png'), join(folder, 'link.png'))
      await symlink(join(base, 'project-2'), join(folder, 'other'))
      await symlink('A/1.png', join(folder, 'fine.png'))
      await expect(resolveInside(folder, 'link.png')).rejects.toMatchObject({ code: 'outside-folder' })
      await expect(resolveInside(folder, 'other/secret.png')).rejects.toMatchObject({
        code: 'outside-folder',
      })
      expect(await resolveInside(folder, 'fine.png')).toBe(join(folder, 'A/1.png'))
    },
  )

  test('that is not there says so', async () => {
    await expect(resolveInside(folder, 'A/9.png')).rejects.toMatchObject({ code: 'missing' })
  })
})

test.each([
  ['/data', '/data/a.png', true, true],
  ['/data/', '/data/..a/b.png', true, true],
  ['/', '/data', true, true],
  ['/data', '/data', true, false],
  ['/data', '/data/', true, false],
  ['/data', '/data-2/a.png', false, false],
  ['/data', '/', false, false],
  ['/data', '/data/../a.png', false, false],
])('in %s lies %s: %s, and below it: %s', (root, path, inside, below) => {
  expect([isInside(root, path), isBelow(root, path)]).toEqual([inside, below])
})

describe('a listed folder', () => {
  test('resolves as each file by itself, and knows plain files without another look', async () => {
    const listed = new ListedFolder(folder)
    await symlink(join(folder, 'A/1.png'), join(folder, 'A/linked.png'))
    await symlink(join(base, 'secret.png'), join(folder, 'A/away.png'))
    expect(listed.known('A/1.png')).toBeNull()
    for (const path of ['A/1.png', 'A/..2e.png', 'A/linked.png', 'A//1.png', './A/1.png']) {
      expect(await listed.resolve(path)).toBe(await resolveInside(folder, path))
    }
    expect([listed.known('A/1.png'), listed.known('A/linked.png')]).toEqual([join(folder, 'A/1.png'), null])
    for (const path of [
      'A/away.png',
      '../secret.png',
      'A/../../secret.png',
      'A/none.png',
      '%2e%2e/secret.png',
    ]) {
      const refusal = await resolveInside(folder, path).catch((error: unknown) => error)
      await expect(listed.resolve(path)).rejects.toEqual(refusal)
    }
    await rm(join(folder, 'A/linked.png'))
    await rm(join(folder, 'A/away.png'))
  })

  test('looks again where a folder has changed', async () => {
    const listed = new ListedFolder(folder)
    await writeFile(join(folder, 'A/2.png'), '')
    await listed.resolve('A/2.png')
    await listed.refresh()
    expect(listed.known('A/2.png')).not.toBeNull()
    await rm(join(folder, 'A/2.png'))
    await listed.refresh()
    expect(listed.known('A/2.png')).toBeNull()
    await expect(listed.resolve('A/2.png')).rejects.toThrow('is not there')
  })
})
