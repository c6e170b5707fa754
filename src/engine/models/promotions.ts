import { promotionEntrySchema } from '../../contract/models'
import type { PromotionEntry, Promotions as ListedPromotions, PromotionScope } from '../../contract/models'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { failWith } from '../../contract/errors'
import { AUTOMATIC_PROPOSER } from '../../contract/proposal'
import type { MetaTable } from '../../store/json'
import type { UserFiles } from '../user-folder'
import { setImmediate } from 'node:timers/promises'
import type { ProjectStore } from '../../store/project-store'
import { message } from '../../messages/message'
import { getSetting, projectSettings, setSetting } from '../project/project-settings'

type Id = string | null

/** The stack of models that promotions added to and rolling back removed from. */
function stackOf(base: Id, history: readonly PromotionEntry[]): Id[] {
  const stack = [base]
  for (const { kind, id } of history) {
    if (kind === 'roll-back') {
      const place = stack.lastIndexOf(id)
      stack.length = place === -1 ? 1 : place + 1
    } else if (stack.at(-1) !== id) {
      stack.push(id)
    }
  }
  return stack
}

/**
 * @param base the entry before the first promotion
 * @param isUsable unusable ones are skipped on the way back
 */
export function readPromotions(
  base: Id,
  history: readonly PromotionEntry[],
  isUsable: (id: string) => boolean,
): ListedPromotions {
  const stack = stackOf(base, history)
  const before = stack.slice(0, -1).findLast((id) => id === null || isUsable(id))
  const present = stack.at(-1) ?? null
  return {
    present,
    before: before === undefined || before === present ? null : { id: before },
    history: [...history],
  }
}

const historySchema = z.array(promotionEntrySchema).catch([])
const FILE_NAME = 'promotions.json'
const MAX_ENTRIES = 500

/**
 * The promoted model and the one before it: for the open project, in its store; for all others, in the user's folder
 * beside the settings, which name the present one.
 */
export class Promotions {
  private readonly user: UserFiles
  private readonly meta: () => MetaTable | null
  private byDefault: PromotionEntry[]

  /** @param meta of the open project; null where none is open */
  constructor(user: UserFiles, meta: () => MetaTable | null) {
    this.user = user
    this.meta = meta
    const path = join(user.folder, FILE_NAME)
    this.byDefault = historyOrNone(() => historySchema.parse(JSON.parse(readFileSync(path, 'utf8'))))
  }

  /** `auto`, or a name. */
  chosen(): string {
    return this.inProject(() => true)?.present ?? this.user.getSettings().proposer
  }

  /** Null where no project is open. */
  inProject(isUsable: (id: string) => boolean): ListedPromotions | null {
    const meta = this.meta()
    return meta === null ? null : readPromotions(null, projectHistory(meta), isUsable)
  }

  everywhere(isUsable: (id: string) => boolean): ListedPromotions {
    const read = readPromotions(AUTOMATIC_PROPOSER, this.defaultHistory(), isUsable)
    return { ...read, history: [...this.byDefault] }
  }

  /** A model that is promoted already is not listed again. @throws ContractError `no-project`, `cannot-write` */
  async promote(scope: PromotionScope, id: string): Promise<void> {
    const { present } = this.of(scope, () => true)
    if (present !== id) {
      await this.append(scope, { at: Date.now(), kind: 'promote', id })
    }
  }

  /** Returns the id that it led to. @throws ContractError `no-project`, `conflict`, `cannot-write` */
  async rollBack(scope: PromotionScope, isUsable: (id: string) => boolean): Promise<string | null> {
    const { before } = this.of(scope, isUsable)
    if (before === null) {
      throw failWith('conflict', message('models.nothingBefore'))
    }
    await this.append(scope, { at: Date.now(), kind: 'roll-back', id: before.id })
    return before.id
  }

  private of(scope: PromotionScope, isUsable: (id: string) => boolean): ListedPromotions {
    const listed = scope === 'default' ? this.everywhere(isUsable) : this.inProject(isUsable)
    if (listed === null) {
      throw failWith('no-project', message('folders.noneOpen'))
    }
    return listed
  }

  private async append(scope: PromotionScope, entry: PromotionEntry): Promise<void> {
    if (scope === 'project') {
      const meta = this.meta()
      if (meta === null) {
        throw failWith('no-project', message('folders.noneOpen'))
      }
      const history = [...projectHistory(meta), entry].slice(-MAX_ENTRIES)
      setSetting(meta, projectSettings.promotions, history)
      return
    }
    this.byDefault = [...this.defaultHistory(), entry].slice(-MAX_ENTRIES)
    await this.user.setSettings({ proposer: entry.id ?? AUTOMATIC_PROPOSER })
    await this.user.write(FILE_NAME, () => this.byDefault)
  }

  /** Settings that were written by hand, or before there was a history, decide. */
  private defaultHistory(): PromotionEntry[] {
    const { proposer } = this.user.getSettings()
    const { present } = readPromotions(AUTOMATIC_PROPOSER, this.byDefault, () => true)
    return present === proposer
      ? this.byDefault
      : [...this.byDefault, { at: Date.now(), kind: 'promote', id: proposer }]
  }
}

function projectHistory(meta: MetaTable): PromotionEntry[] {
  return historyOrNone(() => getSetting(meta, projectSettings.promotions))
}

/** A missing or damaged history counts as empty: earlier choices are not worth a failure. */
function historyOrNone(read: () => PromotionEntry[]): PromotionEntry[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** Pairs that are changed before the engine looks after others. */
const AT_ONCE = 50

/**
 * Lets pairs that nobody has touched show what this proposer said of them, where it did: after a promotion is
 * rolled back, nothing has to be proposed again.
 */
export async function showProposalsOf(
  proposer: string,
  store: ProjectStore,
  { signal, onPair }: { signal: AbortSignal; onPair: (pairId: number) => void },
): Promise<void> {
  if (getSetting(store.meta, projectSettings.shownProposer) === proposer) {
    return
  }
  for (const [index, { pairId, proposalId }] of store.pairs.shownByOthers(proposer).entries()) {
    if (index % AT_ONCE === 0) {
      await setImmediate()
    }
    if (signal.aborted) {
      return
    }
    if (store.showProposal(pairId, proposalId)) {
      onPair(pairId)
    }
  }
  setSetting(store.meta, projectSettings.shownProposer, proposer)
}
