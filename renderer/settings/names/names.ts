import { create } from 'zustand'
import type { NameList, NameSettings, NameWords } from '../../../src/contract/names'
import type { CaptionLanguage } from '../../../src/contract/project'
import { ContractError } from '../../../src/contract/errors'
import { engine } from '../../engine'
import { changeSettings, useEngineState } from '../../state/engine-state'
import { attempt, notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { messageOf } from '../../text/message'

const words = text.names.renew

/** Names for the open project, as last listed. */
interface Names {
  /** Project of the list; null if none is open. */
  storePath: string | null
  list: NameList | null
  problem: string | null
  /** Words, examples, settings or the language changed since the present names were given. */
  isChanged: boolean
  isRenewing: boolean
}

const NOTHING: Names = { storePath: null, list: null, problem: null, isChanged: false, isRenewing: false }

export const useNames = create<Names>()(() => NOTHING)

/** Number of the last request: the answer to an earlier one is dropped. */
let latest = 0

/** Lists the names of the open project now, and again whenever a name is learned. @returns a function that ends it */
export function followNames(): () => void {
  void listNames()
  return engine.on('names.changed', ({ storePath }) => {
    if (storePath === presentStore()) {
      void listNames()
    }
  })
}

/** Lists the names of the project that is open. */
async function listNames(): Promise<void> {
  const storePath = presentStore() ?? null
  if (useNames.getState().storePath !== storePath) {
    useNames.setState({ ...NOTHING, storePath })
  }
  await take(engine.call('names.list', {}))
}

/** The words that differ from their kinds. */
function changedWords({ kinds }: NameList): NameWords {
  return Object.fromEntries(
    kinds.filter(({ kind, word }) => word !== kind).map(({ kind, word }) => [kind, word]),
  )
}

/** @param word null leaves the kind out; the kind itself, or nothing, is its own word again */
export async function setWord(kind: string, word: string | null): Promise<void> {
  const { list } = useNames.getState()
  const wanted = word === null ? null : word.trim() || kind
  const present = list?.kinds.find((each) => each.kind === kind)
  if (list !== null && present !== undefined && present.word !== wanted) {
    await setKinds(list.kinds.map((each) => (each === present ? { kind, word: wanted } : each)))
  }
}

export async function resetWords(): Promise<void> {
  const { list } = useNames.getState()
  await setKinds(list?.kinds.map(({ kind }) => ({ kind, word: kind })) ?? [])
}

/** Shows the words at once, so that the next word that is set does not undo this one. */
async function setKinds(kinds: NameList['kinds']): Promise<void> {
  const { list } = useNames.getState()
  const storePath = presentStore()
  if (list === null || storePath === undefined) {
    return
  }
  const next = { ...list, kinds }
  useNames.setState({ list: next, isChanged: true })
  const isTaken = await take(engine.call('names.setWords', { storePath, words: changedWords(next) }))
  if (!isTaken) {
    await listNames()
  }
}

export async function forgetWord(word: string): Promise<void> {
  const storePath = presentStore()
  if (storePath !== undefined && (await take(engine.call('names.forget', { storePath, word })))) {
    useNames.setState({ isChanged: true })
  }
}

export function changeNames(change: Partial<NameSettings>): void {
  changeSettings({ names: { ...useEngineState.getState().settings.names, ...change } })
  useNames.setState({ isChanged: true })
}

/** Shows the language at once; the one before where it cannot be stored. */
export async function setCaptionLanguage(captionLanguage: CaptionLanguage): Promise<void> {
  const { project } = useEngineState.getState()
  if (project === null || project.captionLanguage === captionLanguage) {
    return
  }
  const { storePath } = project
  useEngineState.setState({ project: { ...project, captionLanguage } })
  const stored = await attempt(engine.call('project.setCaptionLanguage', { captionLanguage, storePath }))
  if (stored !== null) {
    useNames.setState({ isChanged: true })
    return
  }
  const present = useEngineState.getState().project
  if (present?.storePath === storePath) {
    useEngineState.setState({ project: { ...present, captionLanguage: project.captionLanguage } })
  }
}

/** Proposes again, with the present words, examples and settings. */
export async function renewNames(): Promise<void> {
  const storePath = presentStore()
  if (storePath === undefined || useNames.getState().isRenewing) {
    return
  }
  useNames.setState({ isRenewing: true })
  const queue = await attempt(engine.call('names.renew', { storePath }))
  if (queue !== null) {
    useEngineState.setState({ queue })
    notify('info', words.begun(queue.total))
  }
  useNames.setState({ isRenewing: false, ...(queue !== null && { isChanged: false }) })
}

function presentStore(): string | undefined {
  return useEngineState.getState().project?.storePath
}

/** @returns whether the list was given */
async function take(asked: Promise<NameList>): Promise<boolean> {
  latest += 1
  const request = latest
  try {
    const list = await asked
    if (request === latest) {
      useNames.setState({ list, problem: null })
    }
    return true
  } catch (error) {
    // without a project there may be nothing to list
    if (!(error instanceof ContractError && error.failure.code === 'no-project')) {
      notifyOrShow(messageOf(error))
    }
    return false
  }
}

/** Shown in the place of the list if there is no list, else as a notice. */
function notifyOrShow(problem: string): void {
  if (useNames.getState().list === null) {
    useNames.setState({ problem })
  } else {
    notify('error', problem)
  }
}
