import type { Decision } from '../../src/contract/review'
import { engine } from '../engine'
import { inProject } from '../review/document'

/** Requests under way at once: enough to keep the engine busy, few enough to leave it free for the person. */
const atOnce = 8

/**
 * One decision for many pairs, each undoable by itself. Ends where the folder is closed. Returns how many were
 * sent and how many of these failed, and what the last one said.
 */
export async function decideAll(
  pairIds: readonly number[],
  decision: Decision,
  onProgress: (done: number) => void,
): Promise<{ sent: number; failed: number; message: string }> {
  const { storePath } = inProject()
  const rest = [...pairIds].reverse()
  let done = 0
  let failed = 0
  let message = ''
  async function work(): Promise<void> {
    for (let pairId = rest.pop(); pairId !== undefined; pairId = rest.pop()) {
      if (inProject().storePath !== storePath) {
        return
      }
      try {
        await engine.call('pairs.decide', {
          pairId,
          eventId: crypto.randomUUID(),
          decision,
          milliseconds: 0,
          ...(storePath !== undefined && { storePath }),
        })
      } catch (error) {
        failed += 1
        message = error instanceof Error ? error.message : String(error)
      }
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { sent: done, failed, message }
}
