import { existsSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import type { Parameter } from '../../graph'
import { readWeights, writeWeights } from '../../graph/weights'
import { FineTuneError } from '../data/corrected-pair'

/** The weights of the best score so far, in a run's folder, in full precision. */
export class BestWeights {
  constructor(
    private readonly run: string,
    private readonly parameters: readonly Parameter[],
  ) {}

  async save(step: number, values: ReadonlyMap<string, Float32Array>): Promise<void> {
    await writeAtomically(this.path(step), writeWeights(this.parameters, values, { precision: 'F32' }))
  }

  /** Call after a checkpoint, with the best steps of the retained checkpoints. */
  async deleteOthers(steps: readonly number[]): Promise<void> {
    const retained = new Set(steps.map((step) => this.path(step)))
    for (const name of await readdir(this.run)) {
      const path = join(this.run, name)
      if (/^best-\d+\.safetensors$/.test(name) && !retained.has(path)) await rm(path, { force: true })
    }
  }

  /** @throws TuneError */
  async read(step: number): Promise<Map<string, Float32Array>> {
    const path = this.path(step)
    if (!existsSync(path)) throw new FineTuneError(`${path} is gone: start a new run.`, path)
    return readWeights(this.parameters, await readFile(path), path)
  }

  private path(step: number): string {
    return join(this.run, `best-${String(step).padStart(8, '0')}.safetensors`)
  }
}
