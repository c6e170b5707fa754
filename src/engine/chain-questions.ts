import { randomUUID } from 'node:crypto'
import type { Output } from '../contract/define'
import type { EngineCommands } from '../contract/engine'
import { toFailure } from '../contract/errors'
import { DIFFERENCE_PROPOSER } from '../contract/proposal'
import type { ModelQuestion, ProviderName } from '../contract/proposal'
import type { Link, NamedMasks, RegionMasks, Source } from '../domain/document'
import type { ProposerPackage, InferenceCommands } from '../inference/inference-contract'
import { namedMaskScore } from '../names/named-mask-score'
import { thresholdsFrom } from '../names/locate/thresholds'
import { NAMES_MODEL, NAMES_VERSION } from '../names/rule'
import { framePathsOf } from './pictures/value-mappings'
import type { FramePaths } from './pictures/value-mappings'
import { onProvider } from './providers/providers'
import type { ProviderChoice } from './providers/providers'
import type { Naming } from './names/naming'
import type { OpenProject } from './project/open-project'
import type { PictureCache } from './pictures/picture-cache'
import type { Proposers } from './proposals/proposers'
import type { InferenceLane } from './lanes/inference-lane'

/** An answer that takes longer than this costs its process. */
const ANSWER_MILLISECONDS = 120_000
const LIMITS = { milliseconds: ANSWER_MILLISECONDS }
/** For a model in use that has no map of probabilities. */
const DIFFERENCE: ProposerPackage = { name: DIFFERENCE_PROPOSER, folder: null }

type RecaptionAnswer = Output<InferenceCommands, 'recaption'>
type RemaskAnswer = Output<InferenceCommands, 'remask'> & Pick<Output<InferenceCommands, 'locate'>, 'remarks'>

interface Question extends FramePaths {
  provider: ProviderName
  model: string
  detector: string | null
}

/** Runs the model on a person's masks and captions. Nothing is stored. */
export class ChainQuestions {
  private readonly lane: InferenceLane
  private readonly proposers: Proposers
  private readonly providers: ProviderChoice

  constructor(
    private readonly project: OpenProject,
    { lane, proposers, providers }: { lane: InferenceLane; proposers: Proposers; providers: ProviderChoice },
    private readonly naming: Naming,
    private readonly pictures: PictureCache,
  ) {
    this.lane = lane
    this.proposers = proposers
    this.providers = providers
  }

  async recaption(
    pairId: number,
    regions: readonly NamedMasks[],
    begin: string,
  ): Promise<Output<EngineCommands, 'chain.recaption'>> {
    const answer =
      begin === '' && this.isByNames('recaption')
        ? await this.describe(pairId, regions)
        : await this.recaptionByModel(pairId, regions, begin)
    const ids = newIds(answer.captions)
    const source = sourceOf(answer)
    const captions = answer.captions
      .filter(({ text }) => text.trim() !== '')
      .toSorted((a, b) => a.rank - b.rank)
      .map((caption, rank) => ({ ...caption, id: ids.get(caption.id) ?? caption.id, rank, source }))
    const captionIds = new Set(captions.map(({ id }) => id))
    const links = answer.links
      .map((link) => ({ ...link, captionId: ids.get(link.captionId) ?? link.captionId }))
      .filter(({ captionId }) => captionIds.has(captionId))
    return { ...answer, captions, links: withNewIds(links) }
  }

  private async describe(pairId: number, regions: readonly NamedMasks[]): Promise<RecaptionAnswer> {
    const { alignment } = this.project.store.pair(pairId)
    const answer = await this.naming.describe(await this.framePathsOf(pairId), regions, alignment)
    return { ...answer, model: NAMES_MODEL, version: NAMES_VERSION }
  }

  private recaptionByModel(
    pairId: number,
    regions: readonly NamedMasks[],
    begin: string,
  ): Promise<RecaptionAnswer> {
    return this.run(pairId, begin === '' ? 'recaption' : 'complete', (question) =>
      this.lane.call('recaption', { ...question, regions: masksOf(regions), begin }, LIMITS),
    )
  }

  async remask(
    pairId: number,
    captionId: string,
    caption: string,
  ): Promise<Output<EngineCommands, 'chain.remask'>> {
    const answer = this.isByNames('remask')
      ? await this.locate(pairId, caption)
      : await this.remaskByModel(pairId, caption)
    const ids = newIds(answer.regions)
    const source = sourceOf(answer)
    const regions = answer.regions.map((region) => ({
      ...region,
      id: ids.get(region.id) ?? region.id,
      source,
    }))
    const links = answer.links.map((link) => ({
      ...link,
      captionId,
      regionId: ids.get(link.regionId) ?? link.regionId,
    }))
    return { ...answer, regions, links: withNewIds(links) }
  }

  /** In the map of the model in use, else in measured difference. */
  private async locate(pairId: number, caption: string): Promise<RemaskAnswer> {
    const frames = await this.framePathsOf(pairId)
    const hasMap = this.proposers.answers('threshold') !== null
    const { proposer } = this.proposers.inUse()
    const measured = proposer.folder === null ? proposer : DIFFERENCE
    const changes = hasMap
      ? {
          proposer: this.proposers.model('threshold'),
          map: (await this.pictures.locate(pairId, 'probabilities')).path,
          thresholds: thresholdsFrom(this.proposers.list().find(({ isInUse }) => isInUse)?.threshold),
        }
      : { proposer: measured, map: null, thresholds: [] }
    const answer = await this.naming.locate(frames, caption, changes)
    return { ...answer, model: NAMES_MODEL, version: NAMES_VERSION }
  }

  private async remaskByModel(pairId: number, caption: string): Promise<RemaskAnswer> {
    const answer = await this.run(pairId, 'remask', (question) =>
      this.lane.call('remask', { ...question, caption }, LIMITS),
    )
    return { ...answer, remarks: [] }
  }

  async atThreshold(pairId: number, threshold: number): Promise<Output<EngineCommands, 'chain.threshold'>> {
    const started = performance.now()
    const { path: from } = await this.pictures.locate(pairId, 'probabilities')
    const frames = await this.framePathsOf(pairId)
    const proposer = this.proposers.model('threshold')
    const cut = await onProvider(this.providers, (provider) =>
      this.lane.call(
        'propose',
        { ...frames, provider, proposer, probabilities: { from, threshold } },
        LIMITS,
      ),
    )
    const named = await this.naming.named({ lane: this.lane, providers: this.providers }, frames, cut)
    const answer = { model: cut.proposer, version: cut.version }
    return {
      ...answer,
      milliseconds: performance.now() - started,
      ...withIdsOfOurs(named, sourceOf(answer)),
    }
  }

  /**
   * Where a caption names other things than the regions, that is said, whatever a model thinks. In a project of another
   * language no model is asked: it knows English alone.
   */
  async agree(
    pairId: number,
    regions: readonly NamedMasks[],
    caption: string,
  ): Promise<Output<EngineCommands, 'chain.agree'>> {
    const vocabulary = [...this.naming.vocabulary()]
    const byNames = namedMaskScore(caption, regions, vocabulary, this.naming.captionLanguage)
    if ((byNames?.remark ?? null) !== null || !this.isEnglish || this.proposers.isAnsweredByNames('agree')) {
      return { agreement: byNames, model: NAMES_MODEL, version: NAMES_VERSION, milliseconds: 0 }
    }
    return this.run(pairId, 'agree', (question) =>
      this.lane.call('agree', { ...question, regions: masksOf(regions), caption }, LIMITS),
    )
  }

  /** Models know English alone. */
  private isByNames(question: ModelQuestion): boolean {
    return this.proposers.isAnsweredByNames(question) || (!this.isEnglish && this.naming.isOn)
  }

  private get isEnglish(): boolean {
    return this.naming.captionLanguage === 'en'
  }

  /** A package that breaks is given up. */
  private async run<T>(
    pairId: number,
    kind: ModelQuestion,
    put: (question: Question) => Promise<T>,
  ): Promise<T> {
    const model = this.proposers.model(kind)
    try {
      return await this.runOnProvider(pairId, model, put)
    } catch (error) {
      const { code, message } = toFailure(error)
      if (code === 'bad-model') {
        this.proposers.disable(model.name, message)
      }
      throw error
    }
  }

  private async runOnProvider<T>(
    pairId: number,
    { folder: model, detector = null }: ProposerPackage & { folder: string },
    put: (question: Question) => Promise<T>,
  ): Promise<T> {
    const frames = await this.framePathsOf(pairId)
    return onProvider(this.providers, (provider) => put({ ...frames, provider, model, detector }))
  }

  private framePathsOf(pairId: number): Promise<FramePaths> {
    return framePathsOf(this.project, this.project.store.pair(pairId))
  }
}

function masksOf(regions: readonly NamedMasks[]): RegionMasks[] {
  return regions.map(({ id, mask, beforeMask }) => ({ id, mask, beforeMask }))
}

function sourceOf({ model, version }: { model: string; version: string }): Source {
  return { kind: 'model', model, version }
}

/** Several answers can come to lie in one document. */
function newIds(items: readonly { id: string }[]): Map<string, string> {
  return new Map(items.map(({ id }) => [id, randomUUID()]))
}

function withIdsOfOurs(
  { regions, captions, links }: Pick<Output<InferenceCommands, 'propose'>, 'regions' | 'captions' | 'links'>,
  source: Source,
): Pick<Output<EngineCommands, 'chain.threshold'>, 'regions' | 'captions' | 'links'> {
  const ids = newIds([...regions, ...captions])
  const own = (id: string): string => ids.get(id) ?? id
  return {
    regions: regions.map((region) => ({ ...region, id: own(region.id), source })),
    captions: captions.map((caption) => ({ ...caption, id: own(caption.id), source })),
    links: withNewIds(
      links.map((link) => ({ ...link, captionId: own(link.captionId), regionId: own(link.regionId) })),
    ),
  }
}

function withNewIds(links: readonly Link[]): Link[] {
  return links.map((link) => ({ ...link, id: randomUUID() }))
}
