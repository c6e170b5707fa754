import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { scoreCaptions } from '../metrics/captions'
import type { CaptionItem, CaptionMetric } from '../metrics/captions'
import { Meteor } from '../metrics/meteor/meteor'
import type { MeteorModule } from '../metrics/meteor/meteor'
import type { MeteorResources } from '../metrics/meteor/resources'
import type { SetScore } from '../metrics/set-score'
import { cocoTokens } from '../text/ptb/tokenize'
import { evaluationData } from './testing'
import { loadMeteorFolder } from './meteor-product'

interface Vectors {
  raw_references: Record<string, string[]>
  raw_hypotheses: Record<string, string>
  references: Record<string, string[]>
  hypotheses: Record<string, string[]>
  corpus: { bleu: number[]; rouge_l: number; cider: number }
  per_image: Record<string, { bleu4: number; rouge_l: number; cider: number }>
  meteor15_no_paraphrase_per_image: Record<string, Record<string, number>>
}

const folder = evaluationData('metrics')
const title = '250 images of COCO captions, raw text to score, as the reference scorers scored them'

describe.skipIf(!folder)(`${title} [needs the evaluation data (DELTASCRIBE_DATA)]`, () => {
  let vectors: Vectors
  let ids: string[]
  let items: CaptionItem[]
  let resources: MeteorResources
  let scores: Map<CaptionMetric, SetScore>

  beforeAll(async () => {
    vectors = JSON.parse(readFileSync(`${folder}/coco-captions-250.json`, 'utf8')) as Vectors
    ids = Object.keys(vectors.hypotheses)
    items = ids.map((id) => ({
      id,
      hypothesis: vectors.raw_hypotheses[id],
      references: vectors.raw_references[id],
    }))
    resources = await loadMeteorFolder(`${folder}/meteor-resources`)
    scores = scoreCaptions(items, cocoTokens)
  })

  /** Largest difference to the stored values, in the order of `ids`. */
  function worst(score: SetScore | undefined, expected: (id: string) => number): number {
    return Math.max(...ids.map((id, item) => Math.abs((score?.perItem[item] ?? Infinity) - expected(id))))
  }

  test('every sentence gives the same tokens', () => {
    expect(items.map((item) => item.references.map((text) => cocoTokens(text)))).toEqual(
      ids.map((id) => vectors.references[id]),
    )
    expect(items.map((item) => [cocoTokens(item.hypothesis)])).toEqual(
      ids.map((id) => vectors.hypotheses[id]),
    )
  })

  test('BLEU-1 to BLEU-4, over the set and per image, within 1e-9', () => {
    const corpus = [1, 2, 3, 4].map(
      (order) => scores.get(`BLEU-${order}` as CaptionMetric)?.corpus ?? Infinity,
    )
    expect(
      Math.max(...corpus.map((value, order) => Math.abs(value - vectors.corpus.bleu[order]))),
    ).toBeLessThan(1e-9)
    expect(worst(scores.get('BLEU-4'), (id) => vectors.per_image[id].bleu4)).toBeLessThan(1e-9)
  })

  test('ROUGE-L, over the set and per image, within 1e-9', () => {
    expect(Math.abs((scores.get('ROUGE-L')?.corpus ?? 0) - vectors.corpus.rouge_l)).toBeLessThan(1e-9)
    expect(worst(scores.get('ROUGE-L'), (id) => vectors.per_image[id].rouge_l)).toBeLessThan(1e-9)
  })

  test('CIDEr-D, over the set and per image, within 1e-9', () => {
    expect(Math.abs((scores.get('CIDEr-D')?.corpus ?? 0) - vectors.corpus.cider)).toBeLessThan(1e-9)
    expect(worst(scores.get('CIDEr-D'), (id) => vectors.per_image[id].cider)).toBeLessThan(1e-9)
  })

  test.each<[string, MeteorModule[]]>([
    ['exact', ['exact']],
    ['exact_stem', ['exact', 'stem']],
    ['exact_stem_synonym', ['exact', 'stem', 'synonym']],
  ])('METEOR %s per image within 1e-6', (name, modules) => {
    const meteor = scoreCaptions(items, cocoTokens, new Meteor(resources, modules)).get(
      'METEOR (no paraphrase)',
    )
    expect(worst(meteor, (id) => vectors.meteor15_no_paraphrase_per_image[name][id])).toBeLessThan(1e-6)
  })
})
