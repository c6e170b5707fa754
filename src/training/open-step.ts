import type { TrainingGraph } from '../graph'
import { ParallelStep } from './replicas/parallel-step'
import type { TensorData } from './session'
import type { TrainingStart } from './state-vectors'
import { TrainStep } from './train-step'
import type { Stepper } from './train-step'

/** Inputs of a step's graph by name, [n, ...]. */
export type Batch = Readonly<Record<string, TensorData>>

/** A phase of training: its graph, and the inputs that this reads. */
export interface TrainingStage {
  readonly graph: TrainingGraph
  readonly inputNames: ReadonlySet<string>
}

export function trainingStage(graph: TrainingGraph): TrainingStage {
  return { graph, inputNames: new Set(graph.step.inputs.map(({ name }) => name)) }
}

/** How the processor works on a step. */
export interface Workers {
  /** Pairs a step. */
  readonly batch: number
  /** Threads that share a batch, each with a whole step of its own; 1 for one step with threads within. */
  readonly replicas: number
  /** Of one step; ONNX Runtime's choice where undefined. */
  readonly threads: number | undefined
}

/** One step in this process, or one that threads share (docs/decisions/081). */
export function openStep(
  { graph }: TrainingStage,
  from: TrainingStart,
  { replicas, threads }: Pick<Workers, 'replicas' | 'threads'>,
): Promise<Stepper> {
  if (replicas > 1) {
    return ParallelStep.create(graph, from)
  }
  return TrainStep.create(graph, from, threads === undefined ? {} : { threads })
}

/** Pairs for each replica. @throws RangeError where the batch cannot be shared evenly */
export function replicaBatchSize({ batch, replicas }: Pick<Workers, 'batch' | 'replicas'>): number {
  if (batch % replicas !== 0) {
    throw new RangeError(`a batch of ${batch} pairs cannot be shared by ${replicas} replicas`)
  }
  return batch / replicas
}

/** The part of a batch that a stage reads. */
export function stageInputs({ inputNames }: TrainingStage, batch: Batch): Batch {
  return Object.fromEntries(Object.entries(batch).filter(([name]) => inputNames.has(name)))
}
