import { openSession, toFeeds } from '../../../training/session'
import type { Batch } from '../../../training/stage'
import type { FamilyModel } from '../../network'

/** Output of the network for a batch: logits of pixels [n, 1, h, w] and of pairs [n]. */
export interface DetectStage {
  run(batch: Batch): Promise<{ changed: Float32Array; changedLogit: Float32Array }>
  release(): Promise<void>
}

/** The network with these weights, on the processor. */
export async function openDetectStage(
  model: FamilyModel,
  values: ReadonlyMap<string, Float32Array>,
  threads?: number,
): Promise<DetectStage> {
  const spec = model.stage('detect', values)
  const session = await openSession(spec, threads === undefined ? {} : { threads })
  const names = new Set(spec.inputs.map(({ name }) => name))
  return {
    async run(batch) {
      const feeds = Object.fromEntries(Object.entries(batch).filter(([name]) => names.has(name)))
      const { changed, changedLogit } = await session.run(toFeeds(spec.inputs, feeds))
      return { changed: changed.data as Float32Array, changedLogit: changedLogit.data as Float32Array }
    },
    release: () => session.release(),
  }
}
