import { setImmediate } from 'node:timers/promises'
import { PAIR_INPUTS, type InputSpecs } from '../../models/layers/training-inputs'
import type { FillContext, FillInputs, Sample } from '../../models/pair-data'
import { zeroInputs, sliceInputs, type BatchInputs } from '../data/batch-inputs'

/** The inputs of one family, beside those that all families read. */
export class FamilyInputs {
  private readonly specs: InputSpecs

  constructor(
    inputs: InputSpecs,
    private readonly fill: FillInputs,
  ) {
    this.specs = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in PAIR_INPUTS)))
  }

  /** Zeros for the inputs that a phase reads. */
  zeros(n: number, inputNames: ReadonlySet<string>): BatchInputs<string> {
    return zeroInputs(
      Object.fromEntries(Object.entries(this.specs).filter(([name]) => inputNames.has(name))),
      n,
    )
  }

  /** Other work of this process goes on between the samples. */
  async write(batch: BatchInputs<string>, samples: readonly Sample[], context: FillContext): Promise<void> {
    if (Object.keys(batch).length === 0) return
    const n = samples.length
    for (const [item, sample] of samples.entries()) {
      await setImmediate()
      const other = samples[(item + 1 + Math.floor(context.random() * (n - 1))) % n]
      const parts = Object.entries(sliceInputs(batch, item, n)).map(([name, { data }]) => [name, data])
      this.fill(Object.fromEntries(parts), sample, other, context)
    }
  }
}
