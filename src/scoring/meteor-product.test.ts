import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { Meteor } from '../metrics/meteor/meteor'
import type { MeteorModule } from '../metrics/meteor/meteor'
import type { MeteorResources } from '../metrics/meteor/resources'
import { evaluationData } from './testing'
import { loadMeteorFolder, loadProductResources } from './meteor-product'

const all: MeteorModule[] = ['exact', 'stem', 'synonym']
let product: MeteorResources

beforeAll(async () => {
  product = await loadProductResources()
})

test('synonyms of base, regular and irregular forms', () => {
  const meteor = new Meteor(product, all)
  const pairs = [
    ['car', 'automobile'],
    ['cars', 'automobiles'],
    ['children', 'kid'],
    ['car', 'tree'],
  ]
  const scores = meteor.score(
    pairs.map(([first]) => first),
    pairs.map(([, second]) => [second]),
  ).perItem
  expect(scores.map((score) => score > 0)).toEqual([true, true, true, false])
})

const folder = evaluationData('metrics')

describe.skipIf(!folder)("against METEOR's own files [needs the evaluation data (DELTASCRIBE_DATA)]", () => {
  interface Vectors {
    references: Record<string, string[]>
    hypotheses: Record<string, string[]>
  }

  test('docs/metrics.md states the difference: .0002 over the set, .037 for an item', async () => {
    const vectors = JSON.parse(readFileSync(`${folder}/coco-captions-250.json`, 'utf8')) as Vectors
    const ids = Object.keys(vectors.hypotheses)
    const hypotheses = ids.map((id) => vectors.hypotheses[id][0])
    const references = ids.map((id) => vectors.references[id])
    const own = new Meteor(await loadMeteorFolder(`${folder}/meteor-resources`), all).score(
      hypotheses,
      references,
    )
    const shipped = new Meteor(product, all).score(hypotheses, references)
    const differences = shipped.perItem.map((score, item) => Math.abs(score - own.perItem[item]))
    expect(Math.abs(shipped.corpus - own.corpus)).toBeLessThan(3e-4)
    expect(Math.max(...differences)).toBeLessThan(0.04)
    expect(differences.filter((difference) => difference > 1e-9).length).toBeLessThan(35)
  })
})
