import { failWith, toFailure } from '../../contract/errors'
import { PathError, resolveInside } from '../../dataset/inside'
import type { Frame } from '../../domain/document'
import { imageStat } from '../../images/file-identity'
import { message, messageTextOf } from '../../messages/message'
import type { StoredPair } from '../../store/pair-records'
import { sourcesAt } from './picture-files'
import type { Sources } from './picture-files'

export function otherFrame(frame: Frame): Frame {
  return frame === 'after' ? 'before' : 'after'
}

/**
 * The images of a pair.
 * @param frame that alone is shown: it is also where the other one is gone, as if it were both
 * @throws ContractError `not-found`, which names the file; the system's error
 */
export async function pairSources(
  folder: string,
  pair: Pick<StoredPair, 'before' | 'after'>,
  frame: Frame | null = null,
): Promise<Sources> {
  if (frame === null) {
    return sourcesAt({ before: await fileIn(folder, pair.before), after: await fileIn(folder, pair.after) })
  }
  const own = await fileIn(folder, pair[frame])
  const other = await fileIn(folder, pair[otherFrame(frame)]).catch((error: unknown) => {
    if (toFailure(error).code !== 'not-found') {
      throw error
    }
    return own
  })
  return sourcesAt(frame === 'before' ? { before: own, after: other } : { before: other, after: own })
}

async function fileIn(folder: string, relative: string): Promise<string> {
  try {
    const file = await resolveInside(folder, relative)
    await imageStat(file)
    return file
  } catch (error) {
    const text = messageTextOf(error)
    // what is told of a path names it
    const isNamed = error instanceof PathError
    throw failWith(
      'not-found',
      isNamed ? message('joining.sentence', { text }) : message('joining.about', { what: relative, text }),
    )
  }
}
