import { failWith } from '../../contract/errors'
import { AUTOMATIC_PROPOSER, DIFFERENCE_PROPOSER, OUTLINES_PROPOSER } from '../../contract/proposal'
import type { ModelQuestion, Proposer } from '../../contract/proposal'
import type { ProposerPackage } from '../../inference/inference-contract'
import { listPackages } from '../../packages/list-packages'
import type { ListedPackage, PackageFolders } from '../../packages/list-packages'
import {
  ANSWERS_BY_NAMES,
  DIFFERENCE,
  OUTLINES,
  describePackage,
  insteadOf,
  measured,
  isAutomaticFor,
  isAutomaticForAny,
} from '../models/model-facts'
import type { FixedFacts, ProposerChoice } from '../models/model-facts'
import type { FolderFacts } from '../project/scene-kind'
import { message } from '../../messages/message'
import type { MessageText, Message } from '../../messages/message'

type Model = FixedFacts & { folder: string }

/** Where the model pack lies that finds outlines, or why it cannot be used. */
export type OutlinePack = { folder: string; id: string; cacheFolder: string } | { reason: MessageText }

/** A model that fails on this many pairs in a row is disabled. */
const MOST_FAILURES = 3

export class Proposers {
  private readonly folders: PackageFolders
  private readonly chosen: () => string
  private readonly findOutlines: () => Promise<OutlinePack>
  private outlines: OutlinePack = { reason: message('proposals.notLookedFor') }
  private packages: ListedPackage[] = []
  /** Why a model was disabled, by name. */
  private readonly unusable = new Map<string, MessageText>()
  private failures = 0

  /** @param wanted the setting: `auto`, or a name */
  constructor(
    folders: PackageFolders,
    findOutlines: () => Promise<OutlinePack>,
    wanted: () => string,
    private readonly folder: FolderFacts,
    /** The detector's package, for the models that read its features; null where there is none. */
    readonly detector: string | null,
  ) {
    this.folders = folders
    this.findOutlines = findOutlines
    this.chosen = wanted
  }

  async refresh(): Promise<void> {
    this.packages = await listPackages(this.folders)
    this.outlines = await this.findOutlines()
  }

  /** The packages, as of the last refresh. */
  installed(): readonly ListedPackage[] {
    return this.packages
  }

  /** Whether it can be asked by this name. */
  isUsable(name: string): boolean {
    return this.list().some((proposer) => proposer.name === name && proposer.isAvailable)
  }

  /** The model's own threshold, where it answers `threshold`. */
  ownThreshold(name: string): number | null {
    return this.models().find((model) => model.name === name)?.threshold ?? null
  }

  enableAll(): void {
    this.unusable.clear()
    this.failures = 0
  }

  list(): Proposer[] {
    const { name } = this.inUse().proposer
    return [DIFFERENCE, this.describeOutlines(), ...this.models()].map((proposer) => {
      const { title, description, isModel, answers, isAvailable, reason } = proposer
      return {
        name: proposer.name,
        title,
        description,
        isModel,
        answers: this.folder.canName() ? [...new Set([...answers, ...ANSWERS_BY_NAMES])] : answers,
        isAvailable,
        reason,
        isInUse: proposer.name === name,
        isAutomatic: proposer.name === name && this.chosen() === AUTOMATIC_PROPOSER,
        threshold: this.folder.threshold(proposer.name) ?? proposer.threshold,
      }
    })
  }

  inUse(): ProposerChoice {
    const choice = this.chosen()
    if (choice === DIFFERENCE_PROPOSER) {
      return measured(null)
    }
    if (choice === OUTLINES_PROPOSER) {
      const { isAvailable, reason, proposer } = this.describeOutlines()
      return isAvailable
        ? { proposer, title: OUTLINES.title, notice: null }
        : measured(insteadOf(choice, reason ?? ''))
    }
    if (choice === AUTOMATIC_PROPOSER) {
      return this.automatic()
    }
    const model = this.models().find(({ name }) => name === choice)
    return model?.isAvailable === true
      ? this.choose(model)
      : measured(insteadOf(choice, model?.reason ?? message('proposals.noModelOfThisName')))
  }

  /** One that is asked for by name. @throws ContractError `unavailable` */
  named(name: string): ProposerPackage {
    if (name === DIFFERENCE_PROPOSER) {
      return measured(null).proposer
    }
    if (name === OUTLINES_PROPOSER) {
      const { isAvailable, reason, proposer } = this.describeOutlines()
      if (!isAvailable) {
        throw failWith('unavailable', message('proposals.unusable', { name, reason: reason ?? '' }))
      }
      return proposer
    }
    const model = this.models().find((one) => one.name === name)
    if (model?.isAvailable !== true) {
      const reason = model?.reason ?? message('proposals.noneOfThisName')
      throw failWith('unavailable', message('proposals.unusable', { name, reason }))
    }
    return this.placeOf(model)
  }

  /** The one in use, where it answers this question itself. */
  answers(question: ModelQuestion): string | null {
    const { name } = this.inUse().proposer
    return this.models()
      .find((one) => one.name === name)
      ?.answers.includes(question) === true
      ? name
      : null
  }

  /** Whether this is answered by the names of things: the proposer in use has no answer of its own. */
  isAnsweredByNames(question: ModelQuestion): boolean {
    return this.answers(question) === null && this.folder.canName() && ANSWERS_BY_NAMES.includes(question)
  }

  /**
   * The model that answers a question about a person's work: the one in use. Where none is, or the one that was chosen
   * by itself cannot, the first that can.
   * @throws ContractError `unavailable`
   */
  model(question: ModelQuestion): ProposerPackage & { folder: string } {
    const { proposer } = this.inUse()
    const models = this.models()
    const usable = models.filter(({ isAvailable }) => isAvailable)
    const inUse = usable.find(({ name }) => name === proposer.name)
    const able = usable.find(({ answers }) => answers.includes(question))
    // nobody chose it, so another one may answer in its place
    const isFree = this.chosen() === AUTOMATIC_PROPOSER && inUse?.answers.includes(question) === false
    const model = isFree ? (able ?? inUse) : (inUse ?? able)
    if (model === undefined) {
      throw failWith(
        'unavailable',
        message('proposals.needsModel', { reason: this.whyNone(models, question) }),
      )
    }
    if (!model.answers.includes(question)) {
      const { title } = model
      throw failWith('unavailable', message('proposals.cannot', { title, ability: question }))
    }
    return this.placeOf(model)
  }

  private choose(model: Model): ProposerChoice {
    return { proposer: this.placeOf(model), title: model.title, notice: null }
  }

  private placeOf({ name, folder }: Model): ProposerPackage & { folder: string } {
    return { name, folder, detector: this.detector }
  }

  private whyNone(models: readonly Model[], question: ModelQuestion): Message {
    const broken = models.find(({ reason }) => reason !== null)
    if (broken !== undefined) {
      return message('proposals.modelUnusable', { name: broken.name, reason: broken.reason ?? '' })
    }
    return models.length === 0
      ? message('proposals.noneIn', { shipped: this.folders.shipped, user: this.folders.user })
      : message('proposals.noneCan', { ability: question })
  }

  /** Disabled until the next start or another choice in the settings. */
  disable(name: string, reason: MessageText): void {
    this.unusable.set(name, reason)
  }

  /** The first failures may be due to the pair: only several in a row disable the model. */
  recordFailure(name: string, reason: MessageText): void {
    this.failures += 1
    if (this.failures >= MOST_FAILURES) {
      this.disable(name, reason)
    }
  }

  recordSuccess(): void {
    this.failures = 0
  }

  private describeOutlines(): FixedFacts & { proposer: ProposerPackage } {
    const { outlines } = this
    const reason = this.unusable.get(OUTLINES_PROPOSER) ?? ('reason' in outlines ? outlines.reason : null)
    const proposer = {
      name: OUTLINES_PROPOSER,
      folder: null,
      ...('reason' in outlines ? {} : { outlines }),
    }
    return { ...OUTLINES, isAvailable: reason === null, reason, proposer }
  }

  /** False where the automatic choice is the same for every kind of image. */
  dependsOnKind(): boolean {
    return this.packages.some(isAutomaticForAny)
  }

  private automatic(): ProposerChoice {
    const kind = this.folder.sceneKind()
    const shipped = this.models().filter((_, index) => isAutomaticFor(this.packages[index], kind))
    const best = shipped.find(({ isAvailable }) => isAvailable)
    if (best !== undefined) {
      return this.choose(best)
    }
    const broken = shipped.at(0)
    return measured(broken === undefined ? null : insteadOf(broken.name, broken.reason ?? ''))
  }

  private models(): Model[] {
    return this.packages.map((found) => {
      const described = describePackage(found, this.detector !== null)
      const reason = this.unusable.get(described.name) ?? described.reason
      return { ...described, folder: found.folder, isModel: true, isAvailable: reason === null, reason }
    })
  }
}
