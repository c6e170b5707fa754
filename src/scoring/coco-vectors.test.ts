import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bleu } from '../metrics/bleu'
import { ciderD } from '../metrics/cider'
import { evaluationData } from './evaluation-data'
import { loadMeteorFolder } from './meteor-folder'
import { Meteor } from '../metrics/meteor/meteor'
import type { MeteorModule } from '../metrics/meteor/meteor'
import { NgramTable } from '../metrics/ngrams'
import { rougeL } from '../metrics/rouge'
import { cocoTokens } from '../text/ptb/coco'
import { pythonSplit } from '../text/whitespace'

interface Vectors {
  raw_references: Record<string, string[]>
  raw_hypotheses: Record<string, string>
  references: Record<string, string[]>
  hypotheses: Record<string, string[]>
  corpus: { bleu: number[]; rouge_l: number; cider: number }
  per_image: Record<string, { bleu4: number; rouge_l: number; cider: number }>
  meteor15_no_paraphrase_per_image: Record<string, Record<string, number>>
}

const file = evaluationData('metrics', 'coco-captions-250.json')
const resources = evaluationData('metrics', 'meteor-resources')
const reason = 'needs the evaluation data (DELTASCRIBE_DATA)'

describe.skipIf(!file)(
  `250 images of COCO captions, as the reference scorers scored them [${reason}]`,
  () => {
    const vectors = JSON.parse(readFileSync(file ?? '', 'utf8')) as Vectors
    const ids = Object.keys(vectors.hypotheses)
    const hypotheses = ids.map((id) => vectors.hypotheses[id][0])
    const references = ids.map((id) => vectors.references[id])
    const table = new NgramTable()

    test('every sentence gives the same tokens', () => {
      const given = ids.map((id) => vectors.raw_references[id].map((text) => cocoTokens(text)))
      expect(given).toEqual(references)
      expect(ids.map((id) => cocoTokens(vectors.raw_hypotheses[id]))).toEqual(hypotheses)
    })

    const cookedHypotheses = hypotheses.map((text) => table.cook(pythonSplit(text)))
    const cookedReferences = references.map((texts) => texts.map((text) => table.cook(pythonSplit(text))))

    test('BLEU within 1e-9, corpus and per image', () => {
      const scores = bleu(cookedHypotheses, cookedReferences)
      for (const [order, value] of vectors.corpus.bleu.entries()) {
        expect(Math.abs(scores[order].corpus - value)).toBeLessThan(1e-9)
      }
      const worst = ids.map((id, item) => Math.abs(scores[3].perItem[item] - vectors.per_image[id].bleu4))
      expect(Math.max(...worst)).toBeLessThan(1e-9)
    })

    test('ROUGE-L within 1e-9, corpus and per image', () => {
      const scores = rougeL(hypotheses, references)
      expect(Math.abs(scores.corpus - vectors.corpus.rouge_l)).toBeLessThan(1e-9)
      const worst = ids.map((id, item) => Math.abs(scores.perItem[item] - vectors.per_image[id].rouge_l))
      expect(Math.max(...worst)).toBeLessThan(1e-9)
    })

    test('CIDEr-D within 1e-9, corpus and per image', () => {
      const scores = ciderD(cookedHypotheses, cookedReferences)
      expect(Math.abs(scores.corpus - vectors.corpus.cider)).toBeLessThan(1e-9)
      const worst = ids.map((id, item) => Math.abs(scores.perItem[item] - vectors.per_image[id].cider))
      expect(Math.max(...worst)).toBeLessThan(1e-9)
    })

    test.skipIf(!resources).each<[string, MeteorModule[]]>([
      ['exact', ['exact']],
      ['exact_stem', ['exact', 'stem']],
      ['exact_stem_synonym', ['exact', 'stem', 'synonym']],
    ])('METEOR %s within 1e-6 per image', async (name, modules) => {
      const meteor = new Meteor(await loadMeteorFolder(resources ?? ''), modules)
      const scores = meteor.score(hypotheses, references).perItem
      const expected = vectors.meteor15_no_paraphrase_per_image[name]
      const worst = ids.map((id, item) => Math.abs(scores[item] - expected[id]))
      expect(Math.max(...worst)).toBeLessThan(1e-6)
    })
  },
)
