import { execFileSync } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { normal } from '../graph/initializers'
import { initialValues, Parameters } from '../graph/parameters'
import { trainTokenizer } from '../text/bpe/train'
import { identityOf } from './any-package'
import { deletePackage, restorePackage } from './deleted-packages'
import { readLimited } from './files'
import { importPackage, isImported } from './import-package'
import { findPackage, listPackages, packageFolders } from './list-packages'
import type { PackageProblem } from './files'
import { openPackage, readCard, readManifest, readPackageWeights } from './read-package'
import { writePackage } from './write-package'
import type { PackageContent } from './write-package'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'packages-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const tokenizer = trainTokenizer(['the red cube is gone'], 280)

function model(shape: readonly number[] = [3, 4]) {
  const parameters = Parameters.create()
  parameters.weight('stem.weight', shape, normal(0.1))
  return parameters.list()
}

function content(manifest: Partial<PackageContent['manifest']> = {}): PackageContent {
  const parameters = model()
  return {
    manifest: {
      id: 'ccrc-base',
      family: 'ccrc',
      version: '1',
      parent: null,
      created: '2026-11-21T12:00:00Z',
      sizes: { width: 80, rounds: 2 },
      worlds: ['blocks', 'aerial'],
      categories: ['added', 'removed'],
      thresholds: { change: 0.5 },
      training: { seed: 1, machine: { cores: 2 } },
      scores: { iou: 0.94 },
      ...manifest,
    },
    parameters,
    values: initialValues(parameters, 7),
    tokenizer,
    card: '# Base\n',
  }
}

const write = (manifest?: Partial<PackageContent['manifest']>, parent = home) =>
  writePackage(parent, content(manifest))

async function edit(folder: string, change: (json: Record<string, unknown>) => void): Promise<void> {
  const path = join(folder, 'model.json')
  const json = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  change(json)
  await writeFile(path, JSON.stringify(json))
}

const failure = (code: PackageProblem, path: string) =>
  expect.objectContaining({ code, path, message: expect.stringContaining(`${path} `) as string }) as Error

test('what was written is read: manifest, words, card, and weights rounded to half', async () => {
  const folder = await write()
  expect(folder).toBe(join(home, 'ccrc-base'))
  expect((await readdir(folder)).sort()).toEqual([
    'CARD.md',
    'model.json',
    'tokenizer.json',
    'weights.safetensors',
  ])
  const read = await openPackage(folder, 'ccrc')
  expect(read.manifest).toMatchObject({ ...content().manifest, format: 1, weights: { precision: 'F16' } })
  expect(read.tokenizer.encode('the red cube')).toEqual(tokenizer.encode('the red cube'))
  expect(await readCard(folder)).toBe('# Base\n')
  const weights = (await readPackageWeights(read, model())).get('stem.weight')
  const exact = [...(content().values.get('stem.weight') ?? [])]
  expect([...(weights ?? [])]).toEqual(exact.map((value) => expect.closeTo(value, 3) as number))
  expect(await readdir(home)).toEqual(['ccrc-base'])
})

test('full precision comes back bit by bit', async () => {
  const whole = content()
  const folder = await writePackage(home, { ...whole, precision: 'F32' })
  const read = await openPackage(folder)
  expect(await readPackageWeights(read, whole.parameters)).toEqual(whole.values)
})

describe('a package that cannot be used says which file and why:', () => {
  test.each(['weights.safetensors', 'tokenizer.json', 'model.json', 'CARD.md'])(
    '%s missing',
    async (file) => {
      const folder = await write()
      await rm(join(folder, file))
      const use = async (): Promise<unknown> => {
        const read = await openPackage(folder)
        return [await readPackageWeights(read, model()), await readCard(folder)]
      }
      await expect(use()).rejects.toEqual(failure('missing-file', join(folder, file)))
    },
  )

  test('files cut short or exchanged', async () => {
    const folder = await write()
    const read = await openPackage(folder)
    await truncate(join(folder, 'weights.safetensors'), 40)
    const weights = failure('wrong-hash', join(folder, 'weights.safetensors'))
    await expect(readPackageWeights(read, model())).rejects.toEqual(weights)
    await writeFile(join(folder, 'tokenizer.json'), '{}')
    await expect(openPackage(folder)).rejects.toEqual(failure('wrong-hash', join(folder, 'tokenizer.json')))
  })

  test.each([
    ['no JSON', '{"format": 1,'],
    ['no text', Buffer.from([0xff, 0xfe, 0])],
    ['an empty object', '{}'],
    ['a list', '[1]'],
    ['nothing', ''],
  ])('%s in model.json', async (_, text) => {
    const folder = await write()
    await writeFile(join(folder, 'model.json'), text)
    await expect(readManifest(folder)).rejects.toEqual(failure('damaged', join(folder, 'model.json')))
  })

  test.each([
    ['another folder', '../weights.safetensors'],
    ['the root', '/etc/passwd'],
    ['a hidden file', '.weights'],
  ])('weights in %s', async (_, file) => {
    const folder = await write()
    await edit(folder, (json) => Object.assign(json['weights'] as object, { file }))
    await expect(openPackage(folder)).rejects.toEqual(failure('damaged', join(folder, 'model.json')))
  })

  test('a newer format, whatever else is in it', async () => {
    const folder = await write()
    await writeFile(join(folder, 'model.json'), '{"format": 2, "id": ["?"]}')
    await expect(openPackage(folder)).rejects.toThrow(/format 2.*Update Deltascribe/)
    await expect(openPackage(folder)).rejects.toEqual(failure('newer-format', join(folder, 'model.json')))
  })

  test('another family', async () => {
    const folder = await write()
    await expect(openPackage(folder, 'rdd')).rejects.toEqual(failure('wrong-family', folder))
  })

  test('weights of another model', async () => {
    const folder = await write()
    const read = await openPackage(folder)
    const path = join(folder, 'weights.safetensors')
    await expect(readPackageWeights(read, model([4, 4]))).rejects.toEqual(failure('other-version', path))
    await expect(readPackageWeights(read, model([4, 4]))).rejects.toThrow(/needs stem.weight as \[4, 4\]/)
  })

  test('files that are too large, or none', async () => {
    const folder = await write()
    const path = join(folder, 'CARD.md')
    await expect(readLimited(path, 3)).rejects.toEqual(failure('too-large', path))
    await truncate(join(folder, 'model.json'), 5_000_000)
    await expect(readManifest(folder)).rejects.toEqual(failure('too-large', join(folder, 'model.json')))
    await rm(path)
    await symlink('/dev/zero', path)
    await expect(readLimited(path, 3)).rejects.toEqual(failure('damaged', path))
  })
})

describe('writing', () => {
  test('leaves a package with the same name alone, unless asked', async () => {
    const folder = await write()
    await expect(write({ version: '2' })).rejects.toEqual(failure('exists', folder))
    expect((await readManifest(folder)).version).toBe('1')
    await writePackage(home, content({ version: '2' }), { replace: true })
    expect((await readManifest(folder)).version).toBe('2')
    expect(await readdir(home)).toEqual(['ccrc-base'])
  })

  test('leaves nothing behind where it fails', async () => {
    const values = new Map([['stem.weight', new Float32Array(12).fill(1e6)]])
    await expect(writePackage(home, { ...content(), values })).rejects.toThrow(/of stem.weight is 1000000/)
    await expect(write({ id: '../out' })).rejects.toThrow(/id is wrong/)
    await expect(write({ thresholds: { change: NaN } })).rejects.toThrow(/thresholds.change is wrong/)
    await writeFile(join(home, 'file'), '')
    const blocked = join(home, 'file', 'ccrc-base')
    await expect(write({}, join(home, 'file'))).rejects.toEqual(failure('cannot-write', blocked))
    expect(await readdir(home)).toEqual(['file'])
  })

  test.skipIf(process.getuid?.() === 0)(
    'says where the folder cannot be written to [not as root]',
    async () => {
      await chmod(home, 0o500)
      await expect(write()).rejects.toEqual(failure('cannot-write', join(home, 'ccrc-base')))
    },
  )
})

const tryOut = (): Promise<void> => Promise.resolve()

describe('importing', () => {
  test('copies the files of a package and marks where they came from', async () => {
    const folder = await write()
    const into = join(home, 'user')
    expect(await importPackage(folder, { parent: into, known: [], tryOut })).toMatchObject({
      id: 'ccrc-base',
    })
    expect(await readCard(join(into, 'ccrc-base'))).toBe('# Base\n')
    expect(await isImported(join(into, 'ccrc-base'))).toBe(true)
  })

  test('does not follow a card that is a link out of the package', async () => {
    const folder = await write()
    const into = join(home, 'user')
    const path = join(folder, 'CARD.md')
    await writeFile(join(home, 'private'), 'key = secret')
    await rm(path)
    await symlink(join(home, 'private'), path)
    await expect(readCard(folder)).rejects.toEqual(failure('unreadable', path))
    await importPackage(folder, { parent: into, known: [], tryOut })
    expect(await readdir(join(into, 'ccrc-base'))).not.toContain('CARD.md')
  })

  test('leaves its id to a deleted model with other weights, which can be brought back', async () => {
    const folder = await write()
    const into = join(home, 'user')
    const importAgain = (): Promise<unknown> => importPackage(folder, { parent: into, known: [], tryOut })
    const forget = (): Promise<void> => deletePackage(into, join(into, 'ccrc-base'), 'ccrc-base')
    await importAgain()
    await forget()
    expect(await importAgain()).toMatchObject({ id: 'ccrc-base' })
    await forget()
    const values = new Map([['stem.weight', new Float32Array(12).fill(2)]])
    const other = await writePackage(join(home, 'elsewhere'), { ...content(), values })
    expect(await importPackage(other, { parent: into, known: [], tryOut })).toMatchObject({
      id: 'ccrc-base-2',
    })
    await restorePackage(into, 'ccrc-base')
    expect((await readdir(into)).filter((name) => !name.startsWith('.'))).toEqual([
      'ccrc-base',
      'ccrc-base-2',
    ])
  })

  test.skipIf(process.platform === 'win32')('passes over a card that is none [not on Windows]', async () => {
    const folder = await write()
    await rm(join(folder, 'CARD.md'))
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'CARD.md')]) // nobody writes to it
    const into = join(home, 'user')
    await importPackage(folder, { parent: into, known: [], tryOut })
    expect(await readdir(join(into, 'ccrc-base'))).not.toContain('CARD.md')
  })
})

describe('listing', () => {
  test('brings back a package whose replacing was killed, and removes one whose place is taken', async () => {
    const { user, shipped } = packageFolders(join(home, 'shipped'), home)
    const folder = await write({}, user)
    const aside = join(user, '.ccrc-base.0123456789ab.old') // as the kill leaves it, between two renames
    await rename(folder, aside)
    const listed = await listPackages({ user, shipped })
    expect(listed).toMatchObject([{ folder, found: { manifest: { id: 'ccrc-base', version: '1' } } }])
    await rename(folder, aside)
    await expect(write({ version: '2' }, user)).rejects.toEqual(failure('exists', folder))
    await rename(folder, aside)
    await write({ version: '2' }, shipped)
    await rename(join(shipped, 'ccrc-base'), folder)
    await listPackages({ user, shipped })
    expect(await readdir(user)).toEqual(['ccrc-base'])
    expect((await readManifest(folder)).version).toBe('2')
  })

  test('removes drafts of a killed import or write once they are a day old, and nothing else', async () => {
    const { user, shipped } = packageFolders(join(home, 'shipped'), home)
    await write({}, user)
    const left = ['.mine.0123456789ab', '.mine-2.ba9876543210', '.mine.notes', '.deleted']
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000)
    for (const name of left) {
      await mkdir(join(user, name))
      await writeFile(join(user, name, 'weights.safetensors'), 'half')
      if (name !== '.mine-2.ba9876543210') {
        await utimes(join(user, name), twoDaysAgo, twoDaysAgo)
      }
    }
    await listPackages({ user, shipped })
    expect((await readdir(user)).sort()).toEqual([
      '.deleted',
      '.mine-2.ba9876543210',
      '.mine.notes',
      'ccrc-base',
    ])
  })

  test('finds shipped packages, then the user’s, and names those that are broken', async () => {
    const folders = packageFolders(join(home, 'shipped'), join(home, 'user'))
    expect(await listPackages(folders)).toEqual([])
    await write({}, folders.shipped)
    await write({ id: 'mine', parent: 'ccrc-base' }, folders.user)
    await write({ id: 'cut' }, folders.user)
    await write({ id: 'ccrc-base', version: '3' }, folders.user)
    await writeFile(join(folders.user, 'cut', 'model.json'), '{')
    await mkdir(join(folders.user, 'other'))
    await mkdir(join(folders.user, '.mine.0123456789ab'))
    const listed = await listPackages(folders)
    const shown = listed.map(({ folder, origin, found }) => [
      folder.slice(home.length + 1),
      origin,
      'problem' in found ? found.problem.code : identityOf(found).id,
    ])
    expect(shown).toEqual([
      [join('shipped', 'ccrc-base'), 'shipped', 'ccrc-base'],
      [join('user', 'models', 'ccrc-base'), 'user', 'duplicate'],
      [join('user', 'models', 'cut'), 'user', 'damaged'],
      [join('user', 'models', 'mine'), 'user', 'mine'],
    ])
    expect(await findPackage(folders, 'ccrc-base')).toMatchObject({ origin: 'shipped' })
    const cut = join(folders.user, 'cut', 'model.json')
    await expect(findPackage(folders, 'cut')).rejects.toEqual(failure('damaged', cut))
    await expect(findPackage(folders, 'none')).rejects.toEqual(
      failure('missing-file', join(folders.user, 'none')),
    )
  })
})
