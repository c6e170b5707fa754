import { z } from 'zod'
import { captionSchema, regionSchema } from '../../../domain/document'
import type { Region } from '../../../domain/document'
import { statesNoChange } from '../../../metrics/no-change'
import { rleArea } from '../../../mask/rle'
import type { ImportedRegion, RawItem } from '../item'
import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ContractError } from '../../../contract/errors'
import { GrowingFile } from '../../files'
import type { SourceLocation } from '../problems'
import { message, messageTextOf, messageFields } from '../../../messages/message'

/** One line of the file between the process that reads predictions and the one that stores them. */
export const stagedPredictionSchema = z.object({
  pairId: z.int(),
  score: z.number().min(0).max(1),
  regions: z.array(regionSchema),
  captions: z.array(captionSchema),
})
export type StagedPrediction = z.output<typeof stagedPredictionSchema>

export function stagedPrediction(
  pairId: number,
  { score }: Pick<RawItem, 'score'>,
  imported: readonly ImportedRegion[],
  texts: readonly string[],
): StagedPrediction {
  const regions = imported.map(({ category, mask, beforeMask, score: own }, index): Region => ({
    id: `import-${index + 1}`,
    category,
    status: 'proposed',
    mask,
    beforeMask,
    source: { kind: 'imported' },
    score: own,
  }))
  const captions = texts.map((text, rank) => ({
    id: `import-caption-${rank + 1}`,
    text,
    rank,
    source: { kind: 'imported' } as const,
    logProbability: null,
  }))
  return { pairId, score: score ?? changeScore(regions, texts), regions, captions }
}

/** Of a prediction that gives none: its most certain region; else whether it states any change. */
function changeScore(regions: readonly Region[], texts: readonly string[]): number {
  const scores = regions.flatMap(({ score }) => (score === null ? [] : [score]))
  if (scores.length > 0) {
    return scores.reduce((highest, score) => Math.max(highest, score), 0)
  }
  const hasPixels = regions.some(
    ({ mask, beforeMask }) => rleArea(mask) > 0 || (beforeMask !== null && rleArea(beforeMask) > 0),
  )
  return hasPixels || (regions.length === 0 && texts.some((text) => !statesNoChange(text))) ? 1 : 0
}

/** Takes one item that was not taken, and why. */
export type AddLeftOut = (item: string, reason: string, location: SourceLocation) => Promise<void>

const HEAD = 'item\treason\tfile\tline\n'

/**
 * Writes a list of items, tab-separated, while `work` finds them: they are never all in memory. The file is there whole
 * or not at all. @param path null for no list. @throws ContractError `cannot-write`; the errors of `work`
 */
export async function withLeftOutList<T>(
  path: string | null,
  work: (add: AddLeftOut) => Promise<T>,
): Promise<T> {
  if (path === null) {
    return work(async () => {})
  }
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`)
  let result: { value: T } | null = null
  let failure: { error: unknown } | null = null
  try {
    await GrowingFile.write(temporary, async (file) => {
      await file.add(Buffer.from(HEAD))
      const add: AddLeftOut = (item, reason, { file: from, line }) =>
        file.add(Buffer.from(`${[item, reason, from, String(line ?? '')].map(plain).join('\t')}\n`))
      try {
        result = { value: await work(add) }
      } catch (error) {
        failure = { error }
        throw error
      }
    })
    await rename(temporary, path)
    return result!.value
  } catch (error) {
    await rm(temporary, { force: true })
    if (failure !== null) {
      throw error
    }
    const text = message('imports.listNotWritten', { path, reason: messageTextOf(error) })
    throw new ContractError({ code: 'cannot-write', path, ...messageFields(text) })
  }
}

function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
