import type { TrainingGraph } from '../graph'
import type { TensorData } from './session'

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

/** Pairs for each replica. @throws RangeError where the batch cannot be shared evenly */
export function replicaBatchSize({ batch, replicas }: Pick<Workers, 'batch' | 'replicas'>): number {
  if (batch % replicas !== 0) {
    throw new RangeError(`a batch of ${batch} pairs cannot be shared by ${replicas} replicas`)
  }
  return batch / replicas
}
