import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAIR_INPUTS } from './layers/training-inputs'
import { rateStarts } from './network'
import { FAMILIES, familyNamed } from './registry'

const models = import.meta.dirname
const source = resolve(models, '..')

interface Import {
  file: string
  line: string
  /** Of the imported file, from src. */
  target: string
}

/** Every import or export of a file beside, in all of src. */
function imports(): Import[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  return files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const statements = text.matchAll(/^(?:import|export)\b[^;'"]*?from '(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm)
    return [...statements].map(([line, from, later]) => ({
      file,
      line,
      target: relative(source, resolve(dirname(join(source, file)), from ?? later)),
    }))
  })
}

/** Families: other models that are graphs have no `family.ts`. */
const names = readdirSync(models).filter((name) =>
  ['network', 'family.ts'].every((part) => existsSync(join(models, name, part))),
)

/** The family in whose folder a file lies. */
function familyOf(path: string): string | null {
  const [, name] = /^models\/([^/]+)\//.exec(path) ?? []
  return names.includes(name) ? name : null
}

const isTest = (file: string): boolean => /\.test\.ts$|\.node\.ts$|\/testing(\/|\.)/.test(file)

const crossing = imports().filter(({ file, target }) => {
  const family = familyOf(target)
  return family !== null && familyOf(file) !== family && !isTest(file)
})

describe('the registry of families', () => {
  test('has a line for each folder, and each bears its folder’s name', () => {
    expect([...FAMILIES.keys()].sort()).toEqual(names.toSorted())
    const lines = crossing.filter(({ file }) => file === 'models/registry.ts')
    expect(lines.map(({ target }) => target).sort()).toEqual(
      names.map((name) => `models/${name}/family`).sort(),
    )
  })

  test('finds the imports that are there', () => {
    expect(imports().some(({ file }) => file === 'models/rdd/network/family.ts')).toBe(true)
    expect(crossing.length).toBeGreaterThan(0)
  })

  test.each([...FAMILIES.keys()])('without the folder of %s only its line breaks', (name) => {
    const broken = crossing.filter(({ target }) => familyOf(target) === name).map(({ file }) => file)
    expect(broken).toEqual(['models/registry.ts'])
  })

  const networks = [...FAMILIES.values()].map(({ network }) => network)

  test.each(networks)('$name names each part once, and its shares of a run sum to 1', (network) => {
    expect(network.phases.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(new Set(network.parts).size).toBe(network.parts.length)
    expect(new Set(network.needs).size).toBe(network.needs.length)
  })

  const ofOneSize = networks.filter(({ trainingSide }) => trainingSide === undefined)

  test.each(ofOneSize)('$name has the shared inputs under the same names and shapes', (network) => {
    const { inputs } = network.build({ words: 20, categories: 2 })
    const shared = Object.keys(PAIR_INPUTS).map((name) => [name, inputs[name]])
    expect(Object.fromEntries(shared)).toEqual(PAIR_INPUTS)
  })

  test('a family that is not there is named with those there are', () => {
    expect(() => familyNamed('other')).toThrow(`use one of ${[...FAMILIES.keys()].join(', ')}`)
  })
})

test('a rate begins anew at the phase that says so, in a model that has the part', () => {
  const phases = [
    { name: 'encode', share: 0.1 },
    { name: 'procedure', share: 0.15 },
    { name: 'decode', share: 0.75, restartsRateWith: 'procedure' },
  ]
  expect(rateStarts(phases)).toEqual([0, 0.25])
  expect(rateStarts(phases, ['procedure', 'queries'])).toEqual([0])
  expect(rateStarts(phases.slice(0, 2))).toEqual([0])
})

/** Weights of a convolution. Where one is, the engine compares (decision 144), and leaves the model to the processor. */
function isComputedWrongly(shape: readonly number[]): boolean {
  const [filters, channels, height] = shape
  const isOfThrees = channels > 3 && channels % 3 === 0 && channels % 4 !== 0
  return shape.length === 4 && height > 1 && filters % 4 === 0 && isOfThrees
}

test('no family has a convolution that WebGPU computes wrongly', () => {
  expect(isComputedWrongly([8, 6, 3, 3])).toBe(true)
  for (const { network } of FAMILIES.values()) {
    const { parameters } = network.build({ words: 300, categories: 8 }, [])
    expect(parameters.length).toBeGreaterThan(10)
    expect(parameters.filter(({ shape }) => isComputedWrongly(shape)).map(({ shape }) => shape)).toEqual([])
  }
})
