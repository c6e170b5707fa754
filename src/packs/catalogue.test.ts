import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAM2_TINY_PACK, describeSources, downloadBytes, packDescriptorSchema } from './catalogue'
import type { PackDescriptor, PackFile } from './catalogue'
import { CAPTION_PACKS } from './caption-packs'
import { knownPacks } from './known-packs'
import { hostsOf, hubAddress } from './sources'

const sha256 = '0'.repeat(64)
const commit = 'c0ffee'.padEnd(40, '0')
const hub = { kind: 'hub', repository: 'maker/model', commit, path: 'onnx/model.onnx' } as const
const file: PackFile = { name: 'model.onnx', from: hub, bytes: 10, sha256 }
const pack: PackDescriptor = { ...SAM2_TINY_PACK, id: 'own', archive: null, files: [file] }
const none = { proxy: null, hubMirror: null, registryMirror: null }

describe('the description of a pack', () => {
  test.each(['../model.onnx', 'a/b.onnx', '..', '.hidden', 'C:model', 'a\\b', '', 'pack.json', 'PACK.JSON'])(
    'takes no file called %j, which could leave its folder or stand for another',
    (name) => {
      expect(packDescriptorSchema.safeParse({ ...pack, files: [{ ...file, name }] }).success).toBe(false)
    },
  )

  test.each([
    ['plain http', { from: { kind: 'url', url: 'http://example.org/model.onnx' } }],
    ['a file address', { from: { kind: 'url', url: 'file:///model.onnx' } }],
    ['a branch in the place of a commit', { from: { ...hub, commit: 'main' } }],
    ['a path that leaves the repository', { from: { ...hub, path: '../../other/model.onnx' } }],
    ['a repository that is a path', { from: { ...hub, repository: '../..' } }],
    ['a file without a digest that is not of the hub', { from: { kind: 'file', path: '/a' }, sha256: null }],
    ['a member of an archive without one', { from: { kind: 'archive', path: 'a' } }],
    ['a length beyond the limit', { bytes: 2 ** 40 }],
    ['no length', { bytes: 0 }],
  ])('takes no %s', (_, change) => {
    expect(packDescriptorSchema.safeParse({ ...pack, files: [{ ...file, ...change }] }).success).toBe(false)
  })

  test.each([
    ['two files of one name', { files: [file, { ...file, name: 'MODEL.onnx' }] }],
    ['an archive that no file is of', { archive: SAM2_TINY_PACK.archive }],
    ['an id that is a path', { id: '../own' }],
    ['a version that is a path', { version: '../1' }],
    [
      'more files than a pack has',
      { files: Array.from({ length: 201 }, (_, at) => ({ ...file, name: `f${at}` })) },
    ],
  ])('takes no %s', (_, change) => {
    expect(packDescriptorSchema.safeParse({ ...pack, ...change }).success).toBe(false)
  })

  test('takes what comes with the program, and a list of their own', () => {
    expect(packDescriptorSchema.parse(SAM2_TINY_PACK)).toEqual(SAM2_TINY_PACK)
    expect(packDescriptorSchema.parse(pack)).toEqual(pack)
  })

  test('says in words where it comes from, how much comes, and who is asked first', async () => {
    const local: PackFile = { ...file, name: 'own', from: { kind: 'file', path: '/drive/own' }, bytes: 5 }
    const two = { ...pack, files: [file, local] }
    expect(describeSources(two)).toBe(
      'maker/model at commit c0ffee000000 from the Hugging Face hub, /drive/own',
    )
    expect(downloadBytes(two)).toBe(10)
    expect(await hostsOf(two, none)).toEqual(['huggingface.co'])
    expect(await hostsOf(two, { ...none, hubMirror: 'https://mirror.test/hub/' })).toEqual(['mirror.test'])
    expect(await hostsOf(SAM2_TINY_PACK, { ...none, registryMirror: 'http://npm.test' })).toEqual([
      'npm.test',
    ])
  })

  test('spells addresses of the hub', () => {
    const odd = { ...hub, path: 'a b/ü#.onnx' }
    expect(hubAddress(odd, none, {})).toBe(
      `https://huggingface.co/maker/model/resolve/${commit}/a%20b/%C3%BC%23.onnx`,
    )
    const other = `/maker/model/resolve/${commit}/onnx/model.onnx`
    expect(hubAddress(hub, none, { HF_ENDPOINT: 'https://hub.test/' })).toBe(`https://hub.test${other}`)
    expect(hubAddress(hub, { hubMirror: 'https://mirror.test/hub' }, {})).toBe(
      `https://mirror.test/hub${other}`,
    )
  })
})

describe('a list of packs of their own', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-catalogue-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is read from the file that the environment names', async () => {
    const path = join(folder, 'packs.json')
    await writeFile(path, JSON.stringify([pack]))
    expect(knownPacks({ DELTASCRIBE_PACKS: path })).toEqual([pack])
    expect(knownPacks({})).toEqual([SAM2_TINY_PACK, ...CAPTION_PACKS])
    expect(CAPTION_PACKS.map((each) => packDescriptorSchema.parse(each))).toEqual(CAPTION_PACKS)
  })

  test('names the file and the field where it is none', async () => {
    const path = join(folder, 'wrong.json')
    await writeFile(path, JSON.stringify([{ ...pack, files: [{ ...file, name: '../x' }] }]))
    expect(() => knownPacks({ DELTASCRIBE_PACKS: path })).toThrow(/wrong\.json .*is no list of model packs/)
    expect(() => knownPacks({ DELTASCRIBE_PACKS: path })).toThrow(/\[0\]\.files\[0\]\.name/)
  })
})
