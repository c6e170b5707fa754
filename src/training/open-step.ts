import type { TrainingGraph } from '../graph'
import { ParallelStep } from './replicas/parallel-step'
import type { TensorData } from './session'
import type { TrainingStart } from './state-vectors'
import { TrainStep } from './train-step'
import type { Stepper } from './train-step'
import type { SyntheticRunOptions } from './synthetic/run-setup'

export interface TrainingStage {
  readonly graph: TrainingGraph
}

/** One step in this process, or one that threads share (docs/decisions/081). */
export function openStep(
  graph: TrainingGraph,
  from: TrainingStart,
  { replicas, threads }: Pick<SyntheticRunOptions, 'replicas' | 'threads'>,
): Promise<Stepper> {
  if (replicas > 1) {
    return ParallelStep.create(graph, from)
  }
  return TrainStep.create(graph, from, threads === undefined ? {} : { threads })
}

/** Pairs for each replica. @throws RangeError where the batch cannot be shared evenly */
export function replicaBatchSize({
  batch,
  replicas,
}: Pick<SyntheticRunOptions, 'batch' | 'replicas'>): number {
  if (batch % replicas !== 0) {
    throw new RangeError(`a batch of ${batch} pairs cannot be shared by ${replicas} replicas`)
  }
  return batch / replicas
}

/** The part of a batch that a graph reads. */
export function graphInputs(
  graph: TrainingGraph,
  batch: Readonly<Record<string, TensorData>>,
): Record<string, TensorData> {
  const inputNames = new Set(graph.step.inputs.map(({ name }) => name))
  return Object.fromEntries(Object.entries(batch).filter(([name]) => inputNames.has(name)))
}
