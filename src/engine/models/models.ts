import { resolve } from 'node:path'
import { ContractError, failWith } from '../../contract/errors'
import type { ModelExportFormat, ModelList } from '../../contract/models'
import { AUTOMATIC_PROPOSER } from '../../contract/proposal'
import { writeFolder } from '../../dataset/export/target'
import { removeLeftBehind } from '../../dataset/left-behind'
import {
  copyPackage,
  renamePackage,
  deletePackage,
  removeExpired,
  listDeleted,
  restorePackage,
} from '../../packages/deleted-packages'
import { importPackage } from '../../packages/import-package'
import type { ListedPackage } from '../../packages/list-packages'
import { PackageError } from '../../packages/files'
import { identityOf, readAnyManifest } from '../../packages/any-package'
import { isOfRun } from '../../packages/manifest'
import { cardOf } from '../../packages/network-card'
import type { ProcessHost } from '../../process/process-host'
import { builtIn, fromPackage, describePackage } from './model-facts'
import type { Promotions } from './promotions'
import type { Proposers } from '../proposals/proposers'
import { InferenceLane } from '../lanes/inference-lane'
import { message, messageTextOf, englishOf, messageFields, withReplaced } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** A model that has not answered by then is taken to hang. */
const TRIAL_MILLISECONDS = 120_000

interface Parts {
  host: ProcessHost
  /** Where the user's packages lie. */
  folder: string
  proposers: Proposers
  promotions: Promotions
  /** After which a model on trial is taken to hang. */
  trialMilliseconds?: number | undefined
}

/** Management of proposers: list, rename, delete, restore, import and export. */
export class Models {
  private readonly parts: Parts
  private readonly onChange: () => Promise<void>

  /** @param onChange packages were added, removed or changed */
  constructor(parts: Parts, onChange: () => Promise<void>) {
    this.parts = parts
    this.onChange = onChange
    void removeExpired(parts.folder)
  }

  async list(): Promise<ModelList> {
    const { proposers, promotions, folder } = this.parts
    await proposers.refresh()
    const all = proposers.list()
    const packages = await Promise.all(
      proposers.installed().flatMap((found) => {
        const { name } = describePackage(found, proposers.detector !== null)
        const described = all.find((proposer) => proposer.isModel && proposer.name === name)
        return described === undefined ? [] : [fromPackage(found, described)]
      }),
    )
    const deleted = await listDeleted(folder)
    return {
      models: [...all.filter(({ isModel }) => !isModel).map(builtIn), ...packages],
      inUse: proposers.inUse().proposer.name,
      project: promotions.inProject(this.isUsable),
      byDefault: promotions.everywhere(this.isUsable),
      deleted: await Promise.all(
        deleted.map(async ({ id, at, folder: aside }) => ({ id, at, title: await titleOf(aside, id) })),
      ),
    }
  }

  readonly isUsable = (id: string): boolean => id === AUTOMATIC_PROPOSER || this.parts.proposers.isUsable(id)

  /** @throws ContractError `not-found`, `bad-model` */
  async card(id: string): Promise<string> {
    return inWords(() => this.find(id).then(cardOf))
  }

  /** @throws ContractError `not-found`, `conflict`, `bad-model` */
  async rename(id: string, title: string): Promise<void> {
    const { folder } = await this.own(id, 'models.shippedNotRenamed')
    const { models } = await this.list()
    if (models.some((model) => model.id !== id && model.title === title)) {
      throw failWith('conflict', message('models.titleTaken', { title }))
    }
    await inWords(() => renamePackage(folder, title))
    await this.onChange()
  }

  /** @throws ContractError `not-found`, `conflict`, `bad-model` */
  async delete(id: string): Promise<void> {
    const { folder } = await this.own(id, 'models.shippedNotDeleted')
    const { inUse, project, byDefault } = await this.list()
    if ([inUse, project?.present, byDefault.present].includes(id)) {
      throw failWith('conflict', message('models.inUse', { id }))
    }
    await inWords(() => deletePackage(this.parts.folder, folder, id))
    await this.onChange()
  }

  /** @throws ContractError `bad-model` */
  async restore(id: string): Promise<void> {
    await inWords(() => restorePackage(this.parts.folder, id))
    await this.onChange()
  }

  /** Returns the id, and a remark for the user. @throws ContractError `bad-model` */
  import(folder: string): Promise<{ id: string; remark: MessageText | null }> {
    return this.add(resolve(folder), false)
  }

  /** @param isOwn made by a worker for this program */
  private async add(source: string, isOwn: boolean): Promise<{ id: string; remark: MessageText | null }> {
    const { proposers } = this.parts
    await proposers.refresh()
    const known = proposers.installed().flatMap(({ found }) => ('problem' in found ? [] : [found]))
    const given = identityOf(await inWords(() => readAnyManifest(source)))
    const { id } = await inWords(() =>
      importPackage(source, {
        parent: this.parts.folder,
        known,
        isOwn,
        tryOut: (draft) => this.tryOut(draft, source),
      }),
    )
    await this.onChange()
    return { id, remark: id === given.id ? null : message('models.renamed', { given: given.id, id }) }
  }

  /**
   * Adds a package that a worker made, checked as one from elsewhere. One of the same run or with the same weights that is here
   * already is not added again. Returns the id. @throws ContractError `bad-model`, `cannot-write`
   */
  async importTrained(run: string, folder: string): Promise<string> {
    await this.parts.proposers.refresh()
    const given = identityOf(await inWords(() => readAnyManifest(folder)))
    const known = this.parts.proposers
      .installed()
      .flatMap(({ found }) => ('manifest' in found ? [found] : []))
    const same = known.find((one) => isOfRun(one.manifest, run) || identityOf(one).content === given.content)
    return same === undefined ? (await this.add(resolve(folder), true)).id : same.manifest.id
  }

  /** @throws ContractError `not-found`, `bad-model`, `cannot-write` */
  async export(id: string, format: ModelExportFormat, out: string): Promise<string[]> {
    const { folder } = await this.find(id)
    await removeLeftBehind(resolve(out))
    return writeFolder(resolve(out), (target) =>
      format === 'package'
        ? inWords(() => copyPackage(folder, target))
        : this.alone('exportModel', folder, { folder, out: target }).then(({ files }) => files),
    )
  }

  /** Tries a file from elsewhere, which may crash or hang the process that reads it. */
  private async tryOut(copy: string, source: string): Promise<void> {
    await this.alone('checkModel', source, { folder: copy, detector: this.parts.proposers.detector }, copy)
  }

  /**
   * Runs in a process that is discarded.
   * @param source the path for messages, if it is not the opened one
   */
  private async alone<N extends 'checkModel' | 'exportModel'>(
    command: N,
    source: string,
    input: Parameters<typeof InferenceLane.prototype.call<N>>[1],
    draft: string = source,
  ): ReturnType<typeof InferenceLane.prototype.call<N>> {
    const lane = new InferenceLane(this.parts.host, { isQuiet: true })
    try {
      return await lane.call(command, input, {
        milliseconds: this.parts.trialMilliseconds ?? TRIAL_MILLISECONDS,
      })
    } catch (error) {
      const reason = withReplaced(messageTextOf(error), draft, source)
      const isNamed = englishOf(reason).includes(source)
      const text = isNamed ? reason : message('models.unusable', { path: source, reason })
      throw new ContractError({ code: 'bad-model', path: source, ...messageFields(text) })
    } finally {
      lane.dispose()
    }
  }

  /** @throws ContractError `not-found` */
  private async find(id: string): Promise<ListedPackage> {
    const { proposers } = this.parts
    await proposers.refresh()
    const match = proposers
      .installed()
      .find((listed) => describePackage(listed, proposers.detector !== null).name === id)
    if (match === undefined) {
      throw failWith('not-found', message('models.none', { id }))
    }
    return match
  }

  /** A package of the user's own. @throws ContractError `not-found`, `conflict` */
  private async own(
    id: string,
    refusal: 'models.shippedNotRenamed' | 'models.shippedNotDeleted',
  ): Promise<ListedPackage> {
    const match = await this.find(id)
    if (match.origin === 'shipped') {
      throw failWith('conflict', message(refusal, { id }))
    }
    return match
  }
}

/** A model's title, or the id. */
async function titleOf(folder: string, id: string): Promise<string> {
  const kind = await readAnyManifest(folder).catch(() => null)
  return kind === null ? id : identityOf(kind).title
}

/** @throws ContractError */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PackageError) {
      const { code, path, text } = error
      const fields = messageFields(text)
      throw new ContractError({ code: code === 'cannot-write' ? code : 'bad-model', path, ...fields })
    }
    throw error
  }
}
