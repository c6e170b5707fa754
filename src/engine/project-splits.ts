import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { SplitName, SplitRules } from '../dataset/export/assign-splits'
import { message, messageTextOf } from '../messages/message'
import type { Message } from '../messages/message'
import { holdProject, ProjectHeld } from '../store/project-hold'
import { ProjectStore } from '../store/project-store'
import { isNotStored } from '../store/store-error'
import type { OpenProject } from './project/open-project'
import { changeSetting, getSetting, projectSettings } from './project/project-settings'

// Which split a pair has is decided once: by the source, by training, or by the first export that has it.

/** What rules were made of, as it is stored. */
type Stored = Readonly<Record<'sides' | 'exported' | 'contents', string | null>>

interface Known {
  /** Of the store, when this was looked at last. */
  changes: string
  readonly stored: Stored
  readonly rules: SplitRules
}

const knownOfStores = new WeakMap<ProjectStore, Known>()

/** The very same rules as long as nothing that they are made of changes. */
export function splitRulesOf({ folder, store }: Pick<OpenProject, 'folder' | 'store'>): SplitRules {
  const changes = store.changeCount()
  const known = knownOfStores.get(store)
  if (known?.changes === changes) {
    return known.rules
  }
  const { trainingSplit, exportSplits, contents } = projectSettings
  const stored: Stored = {
    sides: store.meta.get(trainingSplit.name),
    exported: store.meta.get(exportSplits.name),
    contents: store.meta.get(contents.name),
  }
  if (known !== undefined && isSame(known.stored, stored)) {
    known.changes = changes
    return known.rules
  }
  const rules: SplitRules = {
    sides: trainingSplit.read(stored.sides),
    exported: exportSplits.read(stored.exported),
    keys: once(() => store.pairs.keys()),
    pairs: once(() => allPairs(folder, store)),
  }
  knownOfStores.set(store, { changes, stored, rules })
  return rules
}

function isSame(one: Stored, other: Stored): boolean {
  return one.sides === other.sides && one.exported === other.exported && one.contents === other.contents
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** By the paths that an export finds, where no link lies below the folder. */
function allPairs(folder: string, { pairs }: ProjectStore): ReturnType<SplitRules['pairs']> {
  const root = realPathOf(folder)
  const sequences = pairs.sequences.byKey()
  return pairs.places().map(({ key, split, before, after }) => {
    const name = sequences.get(key)
    const sequence = name === undefined ? null : { name }
    return { key, split, sequence, beforePath: join(root, before), afterPath: join(root, after) }
  })
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** A project, and whether this program may edit it. */
type KeptProject = Pick<OpenProject, 'store' | 'storeFolder' | 'storeAddress' | 'isEditable'>

/**
 * Stores the splits that an export gave, for later ones. Where the project is open for looking only, nothing is stored,
 * unless its program only looks and nobody edits it now. Returns what the user should know.
 * @param looker the program that opened it to look at it; null for one that edits or may not
 */
export function keepProjectSplits(
  project: KeptProject,
  given: ReadonlyMap<string, SplitName>,
  looker: string | null,
): Message[] {
  const { store, storeFolder, storeAddress, isEditable } = project
  try {
    if (!hasNew(store, given)) {
      return []
    }
    if (isEditable) {
      keepSplitsIn(store, given)
      return []
    }
    if (looker === null) {
      return [message('exports.splitsNotKept')]
    }
    const hold = holdProject(storeFolder, looker)
    try {
      const editable = new ProjectStore(storeAddress)
      try {
        keepSplitsIn(editable, given)
      } finally {
        editable.close()
      }
    } finally {
      hold.release()
    }
    return []
  } catch (error) {
    if (error instanceof ProjectHeld) {
      return [message('exports.splitsNotKept')]
    }
    if (!isNotStored(error)) {
      throw error
    }
    return [message('exports.splitsNotStored', { reason: messageTextOf(error) })]
  }
}

function hasNew({ meta }: ProjectStore, given: ReadonlyMap<string, SplitName>): boolean {
  const exported = getSetting(meta, projectSettings.exportSplits)
  return [...given].some(([key, split]) => exported.get(key) !== split)
}

export function keepSplitsIn({ meta }: ProjectStore, given: ReadonlyMap<string, SplitName>): void {
  changeSetting(meta, projectSettings.exportSplits, (exported) => new Map([...exported, ...given]))
}
