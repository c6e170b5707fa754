import pLimit from 'p-limit'
import type { Model, ModelExportFormat, ModelList, PromotionScope } from '../../src/contract/models'
import { engine } from '../engine'
import { text } from '../text/chosen'
import { showModels, useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { titleOf } from './spell'
import { create } from 'zustand'
import { spellMessage } from '../text/message'

const words = text.models

/** Fetches the list again: a model may have been added elsewhere. */
export async function refreshModels(): Promise<void> {
  show(await attempt(engine.call('models.list', {})))
}

function show(models: ModelList | null): ModelList | null {
  if (models !== null) {
    showModels(models)
  }
  return models
}

const oneAtATime = pLimit(1)

/**
 * Runs commands one after the other. The effect of a command is on the screen before its answer is there, so the key
 * for the next one, undo among them, may be pressed before.
 */
async function alone<T>(work: () => Promise<T>): Promise<T | null> {
  return oneAtATime(async () => {
    useSelection.setState({ isBusy: true })
    const result = await attempt(work())
    useSelection.setState({ isBusy: false })
    return result
  })
}

/** The open folder, else all folders that made no choice. */
export function presentScope(): PromotionScope {
  return useEngineState.getState().project === null ? 'default' : 'project'
}

export async function promote(
  { id, title }: Pick<Model, 'id' | 'title'>,
  scope = presentScope(),
): Promise<void> {
  const isAlone = scope === 'default' && presentScope() === 'project'
  if (show(await alone(() => engine.call('models.promote', { id, scope }))) !== null) {
    notify('info', isAlone ? words.promotedByDefault(title) : words.promoted(title))
  }
}

export async function rollBack(scope = presentScope()): Promise<void> {
  const models = show(await alone(() => engine.call('models.rollBack', { scope })))
  if (models !== null) {
    notify('info', words.rolledBack(titleOf(models, models.inUse)))
  }
}

/** Returns whether it succeeded. */
export async function rename({ id }: Model, title: string): Promise<boolean> {
  return show(await alone(() => engine.call('models.rename', { id, title }))) !== null
}

export async function remove({ id, title }: Model, restoreKey: string): Promise<void> {
  const models = listedModels()
  const next = models[models.findIndex((model) => model.id === id) + 1] ?? models.at(-2)
  if (show(await alone(() => engine.call('models.delete', { id }))) !== null) {
    useSelection.setState({ cursorId: next?.id ?? null })
    notify('info', words.wasDeleted(title, restoreKey))
  }
}

/** @param id null for the last one */
export async function restore(id: string | null): Promise<void> {
  const { deleted = [] } = useEngineState.getState().models ?? {}
  const target = deleted.find((one) => id === null || one.id === id)
  if (target === undefined) {
    notify('info', words.nothingDeleted)
    return
  }
  if (show(await alone(() => engine.call('models.restore', { id: target.id }))) !== null) {
    useSelection.setState({ cursorId: target.id })
    notify('info', words.restored(target.title))
  }
}

/** Returns whether it succeeded. */
export async function importModel(folder: string): Promise<boolean> {
  const imported = await alone(() => engine.call('models.import', { folder }))
  if (imported === null) {
    return false
  }
  await refreshModels()
  useSelection.setState({ cursorId: imported.id })
  const title = listedModels().find(({ id }) => id === imported.id)?.title ?? imported.id
  const remark = imported.remark === null ? [] : [spellMessage(imported.remark)]
  notify('info', [words.imported(title), ...remark].join(' '))
  return true
}

/** Returns whether it succeeded. */
export async function exportModel(
  { id, title }: Model,
  format: ModelExportFormat,
  out: string,
): Promise<boolean> {
  const written = await alone(() => engine.call('models.export', { id, format, out }))
  if (written !== null) {
    notify('info', words.exported(title, out))
  }
  return written !== null
}

export type ModelDialogName = 'rename' | 'export' | 'import'

/** The selected model of the Models screen and its open dialog; kept while the window is open. */
interface Selection {
  cursorId: string | null
  dialog: ModelDialogName | null
  /** Work is under way; it must not be started twice. */
  isBusy: boolean
}

export const useSelection = create<Selection>()(() => ({ cursorId: null, dialog: null, isBusy: false }))

export function listedModels(): readonly Model[] {
  return useEngineState.getState().models?.models ?? []
}

/** The chosen model, else the one that proposes. */
export function presentModel(): Model | null {
  const { cursorId } = useSelection.getState()
  return choose(listedModels(), cursorId, useEngineState.getState().models?.inUse ?? null)
}

export function usePresentModel(): Model | null {
  const list = useEngineState((state) => state.models)
  const cursorId = useSelection((selection) => selection.cursorId)
  return choose(list?.models ?? [], cursorId, list?.inUse ?? null)
}

function choose(models: readonly Model[], cursorId: string | null, inUse: string | null): Model | null {
  return (
    models.find(({ id }) => id === cursorId) ?? models.find(({ id }) => id === inUse) ?? models[0] ?? null
  )
}

/** Up and down the list, as far as it goes. */
export function moveCursor(rows: number): void {
  const models = listedModels()
  const present = models.findIndex(({ id }) => id === presentModel()?.id)
  const target = models.at(Math.min(models.length - 1, Math.max(0, present + rows)))
  if (target !== undefined) {
    useSelection.setState({ cursorId: target.id })
  }
}
