import type { BufferUpdate } from './parameters'
import { dropout } from './ops/dropout'
import { input } from './tensor'
import type { Parameter, Tensor } from './tensor'

/** The differences between training and inference; layers that depend on them take it as their last argument. */
export interface Mode {
  training: boolean
  dropout: (x: Tensor, rate: number, site: string) => Tensor
  /** A buffer as the layers called so far have left it. */
  current: (buffer: Parameter) => Tensor
  /** Called by layers that keep running figures; a second call for a buffer takes the first's place. */
  update: (update: BufferUpdate) => void
}

export const inference: Mode = {
  training: false,
  dropout: (x) => x,
  current: (buffer) => buffer,
  update: () => undefined,
}

export interface TrainingMode extends Mode {
  readonly updates: readonly BufferUpdate[]
}

/** The name of the graph input that carries the seed of this step's dropout masks. */
export const SEED_INPUT = 'seed'

/** Dropout by the step's seed; each call gets a mask of its own, also at the same site. */
export function trainingMode(): TrainingMode {
  const updates: BufferUpdate[] = []
  const indexOf = (buffer: Parameter) => updates.findIndex((update) => update.buffer === buffer)
  const seed = input(SEED_INPUT, [])
  let calls = 0
  return {
    training: true,
    updates,
    dropout: (x, rate, site) => dropout(x, rate, seed, `${site}#${calls++}`),
    current: (buffer) => updates[indexOf(buffer)]?.value ?? buffer,
    update: (update) => {
      const at = indexOf(update.buffer)
      updates.splice(at < 0 ? updates.length : at, 1, update)
    },
  }
}
