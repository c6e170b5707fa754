import { initialValues, input, mean, mul, nn, Parameters, sgd, trainingGraph } from '../../../graph'
import { startState } from '../../state-vectors'
import { stepModels } from '../../step-sessions'
import { scalarFeeds, stepScalars } from '../../train-step'
import { SessionThread } from '../session-thread'

/** For a test: a thread that is at work of many seconds is waited for two, given up and left behind. */
const SIZE = 1024
const PRODUCTS = 200

const p = Parameters.create()
const layer = nn.linear(p, SIZE, SIZE, { bias: false })
let y = input('x', [SIZE, SIZE])
for (let count = 0; count < PRODUCTS; count++) {
  y = layer(y)
}
const parameters = p.list()
const graph = trainingGraph({ loss: mean(mul(y, y)), parameters, optimizer: sgd() })
const { vectors } = startState(graph, initialValues(parameters, 1))
const patience = { milliseconds: 2000, runs: 0 }
const data = new Float32Array(SIZE * SIZE).fill(0.01)
const { feeds } = scalarFeeds(graph, graph.step, stepScalars(graph, 0, 0, 0.1))
try {
  // on a busy machine to open it takes as long, and it is given up there
  const thread = await SessionThread.open(stepModels(graph, vectors, 'cpu'), { threads: 1 }, patience)
  try {
    await thread.run('step', { ...feeds, x: { type: 'float32', data, shape: [SIZE, SIZE] } })
  } finally {
    await thread.release()
  }
} catch (error) {
  console.log(String(error))
}
