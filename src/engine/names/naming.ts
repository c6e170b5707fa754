import { failWith, toFailure } from '../../contract/errors'
import type { NameSettings, NameWords } from '../../contract/names'
import type { Input, Output } from '../../contract/define'
import type { NamedMasks } from '../../domain/document'
import type { Homography } from '../../domain/pair'
import type { Naming as NamingRequest, InferenceCommands } from '../../inference/inference-contract'
import { COCO_NAMES, wordFor } from '../../names/coco-names'
import type { FramePaths } from '../pictures/value-mappings'
import { onProvider } from '../providers/providers'
import type { ProviderChoice } from '../providers/providers'
import type { InferenceLane } from '../lanes/inference-lane'
import type { UnstoredProposal } from '../proposals/unstored-proposal'
import type { NameExamples } from './name-examples'
import type { CaptionLanguage } from '../../contract/project'
import { measuredCaptions } from '../../names/captions/named-captions'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** A process that takes longer than this for an answer is ended. */
const MILLISECONDS = 60_000
/** After failures on this many pairs in a row, naming stops until the folder is opened again. */
const MOST_FAILURES = 3

/** What naming reads and changes of a proposal. */
export type Nameable = Pick<
  UnstoredProposal,
  'regions' | 'changes' | 'captions' | 'links' | 'alignment' | 'remarks' | 'milliseconds'
>
type PartOfFrames = Pick<Input<InferenceCommands, 'name'>, 'part' | 'whole'>

export interface NamingNeeds {
  /** For what is asked about regions that a person drew or named. */
  lane: InferenceLane
  providers: ProviderChoice
  /** The detector's package; null where there is none. */
  detector: string | null
  settings: () => NameSettings
  words: () => NameWords
  captionLanguage: () => CaptionLanguage
}

/** Names changed things, by the detector and by people's examples. */
export class Naming {
  private failures = 0
  private lastFailure: MessageText | null = null

  constructor(
    private readonly needs: NamingNeeds,
    readonly examples: NameExamples,
  ) {}

  /** Why nothing can be named, whatever the settings are; null if it can. */
  get unavailable(): MessageText | null {
    if (this.needs.detector === null) {
      return message('naming.noDetector')
    }
    return this.failures < MOST_FAILURES ? null : this.lastFailure
  }

  /** Whether things can be named, and should be. */
  get isOn(): boolean {
    return this.request() !== null
  }

  get captionLanguage(): CaptionLanguage {
    return this.needs.captionLanguage()
  }

  /**
   * The proposal with names, and its measured captions in the project's language. If naming fails it is as it was, with
   * a remark.
   * @param at the lane that proposed, as its process has the pair's pixels, and its machine's providers
   * @throws ContractError `cancelled`, `unreachable`, `disconnected`
   */
  async named<T extends Nameable>(
    { lane, providers }: { lane: InferenceLane; providers: ProviderChoice },
    frames: FramePaths & PartOfFrames,
    proposed: T,
    signal?: AbortSignal,
  ): Promise<T> {
    const unnamed = this.untilNamed(proposed)
    const naming = this.request()
    if (naming === null || unnamed.regions.length === 0) {
      return unnamed
    }
    const { regions, changes, captions, links, alignment } = unnamed
    try {
      const limits = limitsWith(signal)
      const taught = await this.teach(lane, limits)
      const request = { ...frames, naming, alignment, regions, changes, captions, links, taught }
      const named = await onProvider(providers, (provider) =>
        lane.call('name', { ...request, provider }, limits),
      )
      this.failures = 0
      const { milliseconds, remarks, changes: measured, ...result } = named
      return {
        ...unnamed,
        ...result,
        changes: changes === null ? null : measured,
        remarks: [...unnamed.remarks, ...remarks],
        milliseconds: { ...unnamed.milliseconds, names: milliseconds },
      }
    } catch (error) {
      const { code } = toFailure(error)
      const reason = messageTextOf(error)
      if (code === 'cancelled' || code === 'unreachable' || code === 'disconnected') {
        throw error
      }
      this.failures += 1
      this.lastFailure = reason
      return { ...unnamed, remarks: [...unnamed.remarks, message('naming.nothingNamed', { reason })] }
    }
  }

  /** The proposal while it has no names: its measured captions are in the project's language. */
  untilNamed<T extends Nameable>(proposed: T): T {
    return inLanguage(proposed, this.captionLanguage)
  }

  /** Captions for regions as a person has named and drawn them. @throws ContractError `unavailable` */
  describe(
    frames: FramePaths,
    regions: readonly NamedMasks[],
    alignment: Homography | null,
  ): Promise<Output<InferenceCommands, 'describe'>> {
    const naming = this.requireRequest()
    const request = { ...frames, naming, alignment, regions: [...regions] }
    return this.on((provider) => this.needs.lane.call('describe', { ...request, provider }, limitsWith()))
  }

  /**
   * Regions that fit a caption, and what was not found.
   * @param changes where the pair's changes come from
   * @throws ContractError `unavailable`
   */
  async locate(
    frames: FramePaths,
    caption: string,
    changes: Pick<Input<InferenceCommands, 'locate'>, 'proposer' | 'map' | 'thresholds'>,
  ): Promise<Output<InferenceCommands, 'locate'>> {
    const naming = this.requireRequest()
    const limits = limitsWith()
    const taught = await this.teach(this.needs.lane, limits)
    const vocabulary = [...this.examples.counts()].map(({ word }) => word)
    const request = { ...frames, ...changes, naming, caption, vocabulary, taught }
    return this.on((provider) => this.needs.lane.call('locate', { ...request, provider }, limits))
  }

  /** Features by which regions are recognised again. */
  features(
    frames: FramePaths,
    { regions, alignment }: { regions: readonly NamedMasks[]; alignment: Homography | null },
    signal: AbortSignal,
  ): Promise<Output<InferenceCommands, 'regionFeatures'>> {
    const naming = this.requireRequest()
    const places = regions.map(({ id, mask, beforeMask }) => ({ id, mask, beforeMask }))
    const request = { ...frames, naming, alignment, regions: places }
    return this.on((provider) =>
      this.needs.lane.call('regionFeatures', { ...request, provider }, limitsWith(signal)),
    )
  }

  /** All words that a thing can have here. */
  *vocabulary(): Iterable<string> {
    const words = this.needs.words()
    for (const kind of COCO_NAMES) {
      yield wordFor(words, kind) ?? kind
    }
    for (const { word } of this.examples.counts()) {
      yield word
    }
  }

  /** Sends people's examples to the process, if it does not have them: it may be a new one. Null without examples. */
  private async teach(lane: InferenceLane, limits: Limits): Promise<string | null> {
    if (!this.examples.isTaught) {
      return null
    }
    const { revision } = this.examples
    if (!(await lane.call('isTaught', { revision }, limits))) {
      await lane.call('teach', { revision, examples: this.examples.oldestFirst() }, limits)
    }
    return revision
  }

  private request(): NamingRequest | null {
    const { detector, settings, words } = this.needs
    const { isOn, leastScore } = settings()
    return !isOn || detector === null || this.failures >= MOST_FAILURES
      ? null
      : { detector, leastScore, words: words(), language: this.captionLanguage }
  }

  private requireRequest(): NamingRequest {
    const request = this.request()
    if (request === null) {
      throw failWith('unavailable', message('naming.off'))
    }
    return request
  }

  private on<T>(put: Parameters<typeof onProvider<T>>[1]): Promise<T> {
    return onProvider(this.needs.providers, put)
  }
}

/** Captions from measurements are made anew; those of a model stay as they are. */
function inLanguage<T extends Nameable>(proposal: T, language: CaptionLanguage): T {
  const { regions, changes } = proposal
  return changes === null || language === 'en'
    ? proposal
    : { ...proposal, ...measuredCaptions(regions, changes, { kind: 'proposal', proposalId: 0 }, language) }
}

type Limits = Parameters<InferenceLane['call']>[2]

function limitsWith(signal?: AbortSignal): Limits {
  return { milliseconds: MILLISECONDS, ...(signal === undefined ? {} : { signal }) }
}
