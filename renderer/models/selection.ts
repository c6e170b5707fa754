import { create } from 'zustand'
import type { Model } from '../../src/contract/models'
import { useEngineState } from '../state/engine-state'

export type ModelDialogName = 'rename' | 'export' | 'import'

/** The selected model of the Models screen and its open dialog; kept while the window is open. */
interface Selection {
  cursorId: string | null
  dialog: ModelDialogName | null
  /** What is under way, so that it is not begun twice. */
  isBusy: boolean
}

export const useSelection = create<Selection>()(() => ({ cursorId: null, dialog: null, isBusy: false }))

export function listedModels(): readonly Model[] {
  return useEngineState.getState().models?.models ?? []
}

/** The chosen model, else what proposes. */
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
