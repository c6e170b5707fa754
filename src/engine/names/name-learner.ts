import pLimit from 'p-limit'
import { toFailure } from '../../contract/errors'
import type { ProjectStore } from '../../store/project-store'
import { framePathsOf } from '../pictures/value-mappings'
import type { OpenProject } from '../project/open-project'
import type { Naming } from './naming'
import { UNNAMED } from '../../domain/document'
import type { PairDocument, Region } from '../../domain/document'
import { unrejectedRegions } from '../../domain/review'
import type { StoredExample } from '../../store/name-examples'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { sha256Hex } from '../../process/sha256'

export interface LearnerListeners {
  /** The examples are others than before. */
  onLearned(): void
  onFailure(message: MessageText): void
}

/**
 * Remembers what people call regions. After an edit of a pair its examples are brought up to date, so that undo takes
 * back what was taught as well.
 */
export class NameLearner {
  private readonly waiting = new Set<number>()
  private readonly inTurn = pLimit(1)

  constructor(
    private readonly project: OpenProject,
    private readonly naming: Naming,
    private readonly closing: AbortSignal,
    private readonly listeners: LearnerListeners,
  ) {}

  /** After an edit of this pair. Returns at once; an image that cannot be read teaches nothing. */
  pairChanged(pairId: number): void {
    if (!this.waiting.has(pairId)) {
      this.waiting.add(pairId)
      void this.inTurn(() => this.learn(pairId))
    }
  }

  private async learn(pairId: number): Promise<void> {
    this.waiting.delete(pairId)
    const { revision } = this.naming.examples
    try {
      if (!this.closing.aborted) {
        await this.update(pairId)
      }
    } catch (error) {
      const { code } = toFailure(error)
      if (!this.closing.aborted && code !== 'bad-image' && code !== 'cancelled') {
        this.listeners.onFailure(message('naming.notRemembered', { reason: messageTextOf(error) }))
      }
    }
    if (!this.closing.aborted && this.naming.examples.revision !== revision) {
      this.listeners.onLearned()
    }
  }

  private async update(pairId: number): Promise<void> {
    const { store } = this.project
    const { examples } = this.naming
    const pair = store.pair(pairId)
    const wanted = examplesOf(pairId, store.document(pair), store.baseDocument(pair))
    const known = new Map(examples.ofPair(pairId).map((example) => [example.regionId, example]))
    for (const example of known.values()) {
      if (!wanted.some((one) => one.example.regionId === example.regionId)) {
        examples.remove(example)
      }
    }
    const missing = wanted.filter(({ example: { regionId, place, word } }) => {
      const own = known.get(regionId)
      return own?.place !== place || (own.isForgotten && own.word !== word)
    })
    for (const { example } of wanted) {
      const own = known.get(example.regionId)
      if (own?.place === example.place && own.word !== example.word && !own.isForgotten) {
        examples.rename(own, example.word)
      }
    }
    if (missing.length > 0 && this.naming.isOn) {
      await this.remember(store, missing)
    }
  }

  private async remember(store: ProjectStore, missing: readonly WantedExample[]): Promise<void> {
    const pair = store.pair(missing[0].example.pairId)
    const frames = await framePathsOf(this.project, pair)
    const regions = missing.map(({ region }) => region)
    const place = { regions, alignment: pair.alignment }
    const { features } = await this.naming.features(frames, place, this.closing)
    if (!this.closing.aborted) {
      missing.forEach(({ example }, index) => this.naming.examples.put(example, features[index]))
    }
  }
}

/** A region that a person named, and what its examples are stored under. */
interface WantedExample {
  readonly example: StoredExample
  readonly region: Region
}

/** The regions whose category a person typed or corrected: it is not the one that was proposed. */
function examplesOf(pairId: number, document: PairDocument, base: PairDocument): WantedExample[] {
  const proposed = new Map(base.regions.map(({ id, category }) => [id, category]))
  return unrejectedRegions(document)
    .filter(({ id, category }) => category !== UNNAMED && proposed.get(id) !== category)
    .map((region) => ({
      example: { pairId, regionId: region.id, word: region.category, place: placeOf(region) },
      region,
    }))
}

function placeOf({ mask, beforeMask }: Region): string {
  return sha256Hex(JSON.stringify([mask, beforeMask]))
}
