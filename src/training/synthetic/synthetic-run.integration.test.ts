import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adamW, initialValues, input, mean, mul, nn, Parameters, sub, trainingGraph } from '../../graph'
import { trainingStage } from '../task'
import { runTask } from './synthetic-run'
import { writeSmallSet, smallRunOptions } from './testing'
import { readTrainingSet } from '../data/training-set'

function threads(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
}

test('a run that fails ends its threads, so that the program can end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'made-run-'))
  try {
    const set = join(folder, 'set')
    await writeSmallSet(set, 2)
    const p = Parameters.create()
    const difference = sub(
      nn.linear(p.scope('line'), 2, 1)(input('x', ['batch', 2])),
      input('y', ['batch', 1]),
    )
    const loss = mean(mul(difference, difference))
    const parameters = p.list()
    const terms = { square: loss }
    const graph = trainingGraph({ loss, terms, parameters, optimizer: adamW(), accumulate: 2, clip: 1 })
    const before = threads()
    const running: number[] = []
    let batches = 0
    const stage = trainingStage(graph)
    const run = runTask(
      { ...smallRunOptions(set, join(folder, 'run'), 4), family: 'none', without: [], replicas: 2 },
      {
        parameters,
        stageAt: () => stage,
        batch: () => {
          batches += 1
          running.push(threads() - before)
          return batches < 3
            ? Promise.resolve({
                x: { data: Float32Array.from([1, 2, 3, 4]), shape: [2, 2] },
                y: { data: Float32Array.from([1, 2]), shape: [2, 1] },
              })
            : Promise.reject(new Error('the pair is gone'))
        },
        score: () => Promise.resolve({ maskIou: 0, accuracy: 0 }),
        release: () => Promise.resolve(),
      },
      await readTrainingSet(set),
      () => Promise.resolve(initialValues(parameters, 4)),
      { onLine: () => {}, signal: new AbortController().signal },
    )
    await expect(run).rejects.toThrow('the pair is gone')
    expect(running).toEqual([2, 2, 2])
    expect(threads()).toBe(before)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
