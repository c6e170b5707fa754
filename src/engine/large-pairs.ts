import pLimit from 'p-limit'
import type { PartsDone } from '../contract/proposal'
import type { Size } from '../domain/picture-tile'
import { partsOf } from '../tiles/parts'
import { runParts } from './parts-run'
import type { PartsRun } from './parts-run'
import type { Prediction } from './prediction'
import { joinParts } from './propose-parts'

/** Proposals for pairs that are too large to be decoded whole: one pair at a time, its parts on all lanes. */
export class LargePairs {
  /** A process keeps the files of one pair open. */
  private readonly oneAtATime = pLimit(1)

  /** @param onParts null once no large pair is worked on */
  constructor(private readonly onParts: (parts: PartsDone | null) => void) {}

  /** @throws ContractError as `run.work` does; `cancelled` */
  propose(image: Size, run: Omit<PartsRun<Prediction>, 'onParts'>): Promise<Prediction> {
    const { onParts } = this
    return this.oneAtATime(async () => {
      const parts = partsOf(image)
      try {
        const predictions = await runParts(parts, { ...run, onParts })
        return joinParts(
          image,
          predictions.map((prediction, index) => ({ part: parts[index], prediction })),
        )
      } finally {
        onParts(null)
      }
    })
  }
}
