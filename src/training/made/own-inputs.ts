import { setImmediate } from 'node:timers/promises'
import { PAIR_INPUTS, type InputSpecs } from '../../systems/blocks/training-inputs'
import type { FillContext, FillInputs, Sample } from '../../systems/sample'
import { emptyInputs, partsOf, type BatchInputs } from './batch-parts'

/** What a family reads beside what all read. */
export class OwnInputs {
  private readonly own: InputSpecs

  constructor(
    inputs: InputSpecs,
    private readonly fill: FillInputs,
  ) {
    this.own = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in PAIR_INPUTS)))
  }

  /** Zeros of those that a phase reads. */
  empty(n: number, wanted: ReadonlySet<string>): BatchInputs<string> {
    return emptyInputs(Object.fromEntries(Object.entries(this.own).filter(([name]) => wanted.has(name))), n)
  }

  /** Other work of this process goes on between the samples. */
  async write(batch: BatchInputs<string>, samples: readonly Sample[], context: FillContext): Promise<void> {
    if (Object.keys(batch).length === 0) return
    const n = samples.length
    for (const [item, sample] of samples.entries()) {
      await setImmediate()
      const other = samples[(item + 1 + Math.floor(context.random() * (n - 1))) % n]
      const parts = Object.entries(partsOf(batch, item, n)).map(([name, { data }]) => [name, data])
      this.fill(Object.fromEntries(parts), sample, other, context)
    }
  }
}
