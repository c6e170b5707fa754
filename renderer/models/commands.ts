import type { Model, ModelExportFormat, ModelList, PromotionScope } from '../../src/contract/models'
import { engine } from '../engine'
import { text } from '../text/en'
import { useLive } from '../ui/live'
import { attempt, say } from '../ui/notices'
import { listedModels, useSelection } from './selection'
import { titleOf } from './titles'

const words = text.models

/** Asks again: a model may have come by another way than this place. */
export async function askModels(): Promise<void> {
  show(await attempt(engine.call('models.list', {})))
}

function show(models: ModelList | null): ModelList | null {
  if (models !== null) {
    useLive.setState({ models })
  }
  return models
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * One after the other: what a command did is seen before its answer is there, so that the key for the next one, undo
 * among them, may come before.
 */
async function alone<T>(work: () => Promise<T>): Promise<T | null> {
  const mine = turn.then(async () => {
    useSelection.setState({ isBusy: true })
    const result = await attempt(work())
    useSelection.setState({ isBusy: false })
    return result
  })
  turn = mine
  return mine
}

/** In the open folder, else wherever no choice was made. */
export function presentScope(): PromotionScope {
  return useLive.getState().project === null ? 'default' : 'project'
}

export async function promote({ id, title }: Model, scope = presentScope()): Promise<void> {
  const isAlone = scope === 'default' && presentScope() === 'project'
  if (show(await alone(() => engine.call('models.promote', { id, scope }))) !== null) {
    say('info', isAlone ? words.promotedByDefault(title) : words.promoted(title))
  }
}

export async function rollBack(scope = presentScope()): Promise<void> {
  const models = show(await alone(() => engine.call('models.rollBack', { scope })))
  if (models !== null) {
    say('info', words.rolledBack(titleOf(models, models.inUse)))
  }
}

/** Whether it is done. */
export async function rename({ id }: Model, title: string): Promise<boolean> {
  return show(await alone(() => engine.call('models.rename', { id, title }))) !== null
}

export async function remove({ id, title }: Model, keys: string): Promise<void> {
  const models = listedModels()
  const next = models[models.findIndex((model) => model.id === id) + 1] ?? models.at(-2)
  if (show(await alone(() => engine.call('models.delete', { id }))) !== null) {
    useSelection.setState({ cursorId: next?.id ?? null })
    say('info', words.wasDeleted(title, keys))
  }
}

/** @param id null for the last one */
export async function restore(id: string | null): Promise<void> {
  const { deleted = [] } = useLive.getState().models ?? {}
  const wanted = deleted.find((one) => id === null || one.id === id)
  if (wanted === undefined) {
    say('info', words.nothingDeleted)
    return
  }
  if (show(await alone(() => engine.call('models.restore', { id: wanted.id }))) !== null) {
    useSelection.setState({ cursorId: wanted.id })
    say('info', words.restored(wanted.title))
  }
}

/** Whether it is done. */
export async function importModel(folder: string): Promise<boolean> {
  const said = await alone(() => engine.call('models.import', { folder }))
  if (said === null) {
    return false
  }
  await askModels()
  useSelection.setState({ cursorId: said.id })
  const title = listedModels().find(({ id }) => id === said.id)?.title ?? said.id
  say('info', [words.imported(title), said.remark].filter((part) => part !== null).join(' '))
  return true
}

/** Whether it is done. */
export async function exportModel(
  { id, title }: Model,
  format: ModelExportFormat,
  out: string,
): Promise<boolean> {
  const written = await alone(() => engine.call('models.export', { id, format, out }))
  if (written !== null) {
    say('info', words.exported(title, out))
  }
  return written !== null
}
