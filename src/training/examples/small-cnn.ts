import * as g from '../../graph'
import { EvaluationSession, TrainStep } from '..'

/** Synthetic data: 12 x 12 noise with a brighter 4 x 4 square in the left or the right half. */
function makeBatch(size: number, random: () => number) {
  const image = Float32Array.from({ length: size * 144 }, () => random() * 0.5)
  const side = BigInt64Array.from({ length: size }, () => BigInt(Math.floor(random() * 2)))
  for (let item = 0; item < size; item++) {
    const [top, left] = [Math.floor(random() * 9), Math.floor(random() * 3) + 6 * Number(side[item])]
    for (let pixel = 0; pixel < 16; pixel++) {
      image[item * 144 + (top + (pixel >> 2)) * 12 + left + (pixel & 3)] += 0.4
    }
  }
  return {
    image: { data: image, shape: [size, 1, 12, 12] },
    side: { data: side, shape: [size] },
  }
}

function classifier(p: g.Parameters) {
  const first = g.nn.conv2d(p.scope('first'), 1, 8, 3)
  const norm = g.nn.batchNorm(p.scope('norm'), 8)
  const second = g.nn.conv2d(p.scope('second'), 8, 16, 3, { stride: 2 })
  const head = g.nn.linear(p.scope('head'), 16 * 36, 2)
  return (image: g.Tensor, mode: g.Mode) => {
    const features = g.relu(second(g.relu(norm(first(image), mode))))
    return head(mode.dropout(g.reshape(features, [-1, 16 * 36]), 0.1, 'head'))
  }
}

/** Returns the accuracy on 200 new images. */
export async function trainSmallCnn(random: () => number, steps = 80): Promise<number> {
  const parameters = g.Parameters.create()
  const model = classifier(parameters)
  const image = g.input('image', ['batch', 1, 12, 12])
  const side = g.input('side', ['batch'], 'int64')
  const mode = g.trainingMode()
  const graph = g.trainingGraph({
    loss: g.crossEntropy(model(image, mode), side),
    parameters: parameters.list(),
    updates: mode.updates,
    optimizer: g.adamW(),
    groups: g.decayGroups(0.01),
    clip: 1,
  })
  const training = await TrainStep.create(graph, g.initialValues(parameters.list(), 1), { provider: 'cpu' })
  const rate = g.withWarmUp(10, g.cosineRate(3e-3, steps - 10))
  for (let step = 0; step < steps; step++) {
    await training.run(makeBatch(32, random), rate(step))
  }

  const forward = g.evaluationGraph({ logits: model(image, g.inference) }, graph)
  const evaluation = await EvaluationSession.create(forward)
  const batch = makeBatch(200, random)
  const { logits } = await evaluation.run(await training.vectors('values'), { image: batch.image })
  const right = batch.side.data.filter((side, item) => {
    return side === BigInt(logits.data[2 * item + 1] > logits.data[2 * item])
  })
  await Promise.all([evaluation.release(), training.release()])
  return right.length / 200
}
