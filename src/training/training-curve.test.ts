import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { initialValues } from '../graph/parameters'
import { evaluationGraph } from '../graph/training-graph'
import { EvaluationSession } from './session'
import { decoderModel, referenceSchedule, segmenterModel } from './testing-models'
import type { DecoderSizes, ReferenceModel, SegmenterSizes } from './testing-models'
import { TrainStep } from './train-step'

interface Curve<Sizes> {
  sizes: Sizes
  losses: number[]
  norms: number[]
  evaluation: number
}

const fixture = JSON.parse(
  readFileSync(new URL('../graph/fixtures/pytorch-training.json', import.meta.url), 'utf8'),
) as { segmenter: Curve<SegmenterSizes>; decoder: Curve<DecoderSizes> }

/** Greatest relative difference of the losses of 50 steps, and of the loss in evaluation after them. */
async function follow(model: ReferenceModel, curve: Curve<unknown>): Promise<number> {
  const graph = model.graph()
  const training = await TrainStep.create(graph, initialValues(model.parameters, 7), { threads: 1 })
  const differences: number[] = []
  for (const [step, expected] of curve.losses.entries()) {
    const { loss } = await training.run(model.batch(step % 4), referenceSchedule(step))
    differences.push(Math.abs(loss - expected) / expected)
  }
  const outputs = { loss: model.evaluationLoss }
  const { batch } = curve.sizes as { batch: number }
  const evaluation = await EvaluationSession.create(evaluationGraph(outputs, graph, { batch }), {
    threads: 1,
  })
  const { loss } = await evaluation.run(await training.vectors('values'), model.batch(0))
  differences.push(Math.abs((loss.data[0] as number) - curve.evaluation) / curve.evaluation)
  await evaluation.release()
  await training.release()
  return Math.max(...differences)
}

test('a residual segmenter trained for 50 steps follows PyTorch within 1e-3', async () => {
  expect(await follow(segmenterModel(fixture.segmenter.sizes), fixture.segmenter)).toBeLessThan(1e-3)
  expect(fixture.segmenter.losses.at(-1)).toBeLessThan(0.5 * fixture.segmenter.losses[0])
})

test('a two-layer transformer decoder trained for 50 steps follows PyTorch within 1e-3', async () => {
  expect(await follow(decoderModel(fixture.decoder.sizes), fixture.decoder)).toBeLessThan(1e-3)
  expect(fixture.decoder.losses.at(-1)).toBeLessThan(0.8 * fixture.decoder.losses[0])
})
