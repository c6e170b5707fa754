import { Tensor } from 'onnxruntime-node'
import type { ProviderName } from '../../contract/proposal'
import type { GraphSession, GraphSource, GraphTraits, Tensors } from './graph-session'
import { dataOf, isOwned } from './rows'

/** Messages between the threads of a process that propose and the one that holds the device. */

/** Data of a tensor that goes to another thread. */
export interface SentTensor {
  readonly type: string
  readonly dims: readonly number[]
  readonly data: Tensor['data']
}
export type SentTensors = Readonly<Record<string, SentTensor>>

export type SessionFacts = Pick<GraphSession, 'inputNames' | 'outputNames' | 'inputMetadata'>

export type ToDevice =
  | {
      readonly kind: 'open'
      readonly id: number
      /** Names the graph: threads that open the same one share it. */
      readonly key: string
      readonly provider: ProviderName
      readonly batches: GraphSource['batches']
      readonly mostRows: number
      readonly traits: GraphTraits
    }
  | {
      readonly kind: 'run'
      readonly id: number
      readonly key: string
      readonly feeds: SentTensors
      readonly fetches: readonly string[] | undefined
    }
  /** Null where the thread could not build it. */
  | { readonly kind: 'file'; readonly id: number; readonly file: Uint8Array | null }
  | { readonly kind: 'release'; readonly id: number; readonly key: string }

export type FromDevice =
  | { readonly kind: 'opened'; readonly id: number; readonly facts: SessionFacts }
  | { readonly kind: 'ran'; readonly id: number; readonly outputs: SentTensors }
  | { readonly kind: 'released'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The file of a graph for so many rows is wanted: `id` is the device's own number. */
  | { readonly kind: 'need'; readonly id: number; readonly key: string; readonly rows: number | null }

/**
 * Copies, so that the sender may use its tensors again; a view takes no other memory along.
 * @param mayGive what the sender made for this alone goes without a copy
 */
export function copiedTensors(
  tensors: Tensors,
  mayGive = false,
): { sent: SentTensors; transfer: ArrayBuffer[] } {
  const sent = Object.entries(tensors).map(([name, tensor]): [string, SentTensor] => {
    return [
      name,
      {
        type: tensor.type,
        dims: tensor.dims,
        data: mayGive && isOwned(tensor) ? dataOf(tensor) : dataOf(tensor).slice(),
      },
    ]
  })
  const transfer = sent.map(([, { data }]) => (data as Float32Array).buffer as ArrayBuffer)
  return { sent: Object.fromEntries(sent), transfer }
}

export function receivedTensors(sent: SentTensors): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, { type, dims, data }]) => [
      name,
      new Tensor(type as 'float32', data as Float32Array, dims),
    ]),
  )
}
