import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelList } from '../../contract/models'
import { writeUntrainedPackage } from '../../models/ccrc/predictor/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

/** Processes load a model each. */
const patience = 300_000

let home = ''
let folder = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  ;({ engine, client } = startEngine(home))
})

afterEach(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

function edit(copy: string, change: object): void {
  const path = join(copy, 'model.json')
  const json = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...json, ...change }))
}

const ids = ({ models }: ModelList): string[] => models.map(({ id }) => id)

describe('M: packages of models', () => {
  test(
    'M5: what is damaged, newer, or of no known kind is refused with the reason, and leaves nothing',
    async () => {
      const good = await writeUntrainedPackage(folder, 'good')
      const spoiled = (name: string, spoil: (copy: string) => void): string => {
        const copy = join(folder, name)
        cpSync(good, copy, { recursive: true })
        spoil(copy)
        return copy
      }
      const cases: [string, RegExp][] = [
        [spoiled('cut', (copy) => truncateSync(join(copy, 'weights.safetensors'), 99)), /was changed or cut/],
        [spoiled('newer', (copy) => edit(copy, { format: 9 })), /newer version. Update Deltascribe/],
        [spoiled('kind', (copy) => edit(copy, { family: 'orb' })), /family orb, which is not known here/],
        [
          spoiled('other', (copy) => edit(copy, { family: 'davir' })),
          /does not fit this version of Deltascribe \(the model needs/,
        ],
        [spoiled('shape', (copy) => edit(copy, { categories: ['one'] })), /shape|size|values/],
        [join(folder, 'nowhere'), /model.json is missing/],
      ]
      for (const [source, reason] of cases) {
        const refused = client.call('models.import', { folder: source })
        await expect(refused).rejects.toMatchObject({ failure: { code: 'bad-model' } })
        await expect(refused).rejects.toThrow(reason)
        await expect(refused).rejects.toThrow(source)
      }
      expect(ids(await client.call('models.list', {}))).toEqual(['difference', 'difference+sam2'])
      expect(readdirSync(join(home, 'models'))).toEqual([])
    },
    patience,
  )

  test(
    'M9: a model is written as a package that can be taken in again, and as plain ONNX',
    async () => {
      await writeUntrainedPackage(join(home, 'models'), 'own')
      await client.call('models.rename', { id: 'own', title: 'Mine' })
      const out = join(folder, 'package')
      await client.call('models.export', { id: 'own', format: 'package', out })
      await expect(client.call('models.export', { id: 'own', format: 'package', out })).rejects.toMatchObject(
        {
          failure: { code: 'cannot-write' },
        },
      )
      await client.call('models.delete', { id: 'own' })
      await client.call('models.import', { folder: out })
      expect((await client.call('models.list', {})).models.at(-1)).toMatchObject({ id: 'own', title: 'Mine' })
      const { files } = await client.call('models.export', {
        id: 'own',
        format: 'onnx',
        out: join(folder, 'onnx'),
      })
      expect(files).toContain('encode.onnx')
      expect(readdirSync(join(folder, 'onnx')).sort()).toEqual([...files].sort())
    },
    patience,
  )
})
