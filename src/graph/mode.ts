import type { BufferUpdate } from './parameters'
import { dropout } from './ops/dropout'
import { input } from './tensor'
import type { Tensor } from './tensor'

/** What differs between training and use; layers that care take it as their last argument. */
export interface Mode {
  training: boolean
  dropout: (x: Tensor, rate: number, site: string) => Tensor
  /** Called by layers that keep running figures. */
  update: (update: BufferUpdate) => void
}

export const inference: Mode = {
  training: false,
  dropout: (x) => x,
  update: () => undefined,
}

export interface TrainingMode extends Mode {
  readonly updates: readonly BufferUpdate[]
}

/** The name of the graph input that carries the seed of this step's dropout masks. */
export const seedInput = 'seed'

/** Dropout by the step's seed; each call gets a mask of its own, also at the same site. */
export function trainingMode(): TrainingMode {
  const updates: BufferUpdate[] = []
  const seed = input(seedInput, [])
  let calls = 0
  return {
    training: true,
    updates,
    dropout: (x, rate, site) => dropout(x, rate, seed, `${site}#${calls++}`),
    update: (update) => void updates.push(update),
  }
}
