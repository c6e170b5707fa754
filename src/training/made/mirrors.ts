import type { TrainingRecord } from '../../dataset/made/training-record'
import { streamSeed, uniformAt } from '../../graph/random'
import { mirroredRecord, type Mirroring } from './mirror'
import type { TrainingPair } from './training-set'

/**
 * Shows some worlds' pairs in a mirror too, by a run's seed and the place in it: each way about half of them. There is
 * more to learn from then than was made. From above (Aerial) no side is like another; Blocks have an up and a down, and
 * lamps on one side, which a mirror puts on the other.
 */
export class Mirrors {
  /** The same pair, mirrored in the same way, is the same object: captions are encoded once. */
  private readonly known = new Map<TrainingPair, Map<number, TrainingPair>>()
  private readonly seed: number
  private readonly worlds: readonly TrainingRecord['world'][]

  constructor({
    seed,
    mirror,
  }: {
    readonly seed: number
    readonly mirror: readonly TrainingRecord['world'][]
  }) {
    this.seed = streamSeed(seed, 'mirror')
    this.worlds = mirror
  }

  at(pair: TrainingPair, place: number): TrainingPair {
    if (!this.worlds.includes(pair.record.world)) return pair
    const across = uniformAt(this.seed, 2 * place) < 0.5
    const down = pair.record.world === 'aerial' && uniformAt(this.seed, 2 * place + 1) < 0.5
    return across || down ? this.mirrored(pair, { across, down }) : pair
  }

  private mirrored(pair: TrainingPair, mirroring: Mirroring): TrainingPair {
    const known = this.known.get(pair) ?? new Map<number, TrainingPair>()
    this.known.set(pair, known)
    const key = (mirroring.across ? 1 : 0) + (mirroring.down ? 2 : 0)
    const made = known.get(key) ?? { ...pair, record: mirroredRecord(pair.record, mirroring), mirroring }
    known.set(key, made)
    return made
  }
}
