import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ContractError, failWith } from '../../contract/errors'
import { countOf, Draft, StaleDraft } from './draft'
import type { Choice } from './draft'
import { asWriteFailure, checkTarget, moveIntoPlace } from './target'

/**
 * Runs `fill` with a draft and moves its files into place when all is on the disk. Where it is stopped, what
 * it has done of the pairs is kept for the same export to go on from, if there is any.
 * @throws ContractError `cannot-write` where `out` is not empty, not absolute, in use, or the disk refuses
 */
export async function writeInDraft<T>(
  out: string,
  choice: Choice,
  fill: (draft: Draft) => Promise<T>,
): Promise<T> {
  await checkTarget(out)
  let draft: Draft | null = null
  try {
    await mkdir(dirname(out), { recursive: true })
    draft = await Draft.open(out, choice)
    const result = await fill(draft)
    draft.close()
    await moveIntoPlace(draft.files, out)
    await draft.remove()
    return result
  } catch (error) {
    const failure = asWriteFailure(out, error)
    draft?.close()
    if (error instanceof StaleDraft) {
      await draft?.remove()
      return writeInDraft(out, choice, fill)
    }
    if (draft === null || draft.pairCount === 0) {
      await draft?.remove()
      throw failure
    }
    throw withKept(failure, draft.pairCount)
  }
}

function withKept(error: unknown, pairCount: number): unknown {
  if (!(error instanceof ContractError)) {
    return error
  }
  const kept = `${countOf(pairCount)} kept: the same export goes on from there.`
  return error.failure.code === 'cancelled'
    ? failWith('cancelled', `The export was stopped. ${kept}`)
    : new ContractError({ ...error.failure, message: `${error.failure.message} ${kept}` })
}
