import type { InferenceSession, Tensor } from 'onnxruntime-node'

export type Tensors = Readonly<Record<string, Tensor>>

/** What runs a graph: ONNX Runtime in this thread, or a device that several threads share. */
export interface GraphSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  readonly inputMetadata: InferenceSession['inputMetadata']
  /** @param fetches names of the outputs that are wanted; absent for all */
  run(feeds: Tensors, fetches?: readonly string[]): Promise<Record<string, Tensor>>
  release(): Promise<void>
}

/** How ONNX Runtime opens a graph. */
export interface GraphTraits {
  /** Of few channels: the CPU's layout for networks, eight channels side by side, would compute what nobody reads. */
  readonly isNarrow?: boolean
  /** Nodes that the provider lacks run on the CPU; else opening fails where there are any. */
  readonly mayFallBack?: boolean
  /** Threads wait busily: sooner by a seventh for a short model, at the cost of what else computes meanwhile. */
  readonly spins?: boolean
}

/** A graph, and how many rows of it may run at once. */
export interface GraphSource {
  /**
   * Its file for a batch of so many rows; null for any number, which leaves nodes for shapes to the CPU. Without
   * batches the argument has no meaning.
   */
  file(rows: number | null): Uint8Array | Promise<Uint8Array>
  /**
   * `none`: it runs as it is. `any`: one file takes any number of rows on every provider. `sized`: a device needs a
   * file for each number of rows, the CPU takes any.
   */
  readonly batches: 'none' | 'any' | 'sized'
  /** Rows of one run at most: bounds memory. */
  readonly mostRows: number
  readonly traits: GraphTraits
}

export function localSession(session: InferenceSession): GraphSession {
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputMetadata: session.inputMetadata,
    run: (feeds, fetches) => (fetches === undefined ? session.run(feeds) : session.run(feeds, [...fetches])),
    release: () => session.release(),
  }
}
