import type { ToolInput } from '../tools/tool'
import type { StageSession } from './stage-session'

/** The canvas on the screen, for keys and menus; null while there is none. */
let current: StageSession | null = null

/** Returns the function that takes it away again. */
export function showStage(session: StageSession): () => void {
  current = session
  return () => {
    current = current === session ? null : current
  }
}

/** What a key does to the gesture under way; nothing where there is none. */
export function sendToStage(input: Extract<ToolInput, { type: 'confirm' | 'remove-last' | 'cancel' }>): void {
  current?.input(input, current.presence.getState().pointer?.frame ?? 'after')
}

export function currentStage(): StageSession | null {
  return current
}

/** Whether Enter, Escape and Backspace belong to a stroke or an outline under way. */
export function isStageBusy(): boolean {
  return current?.isBusy() ?? false
}
