import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ContractError, messageOf } from '../../../contract/errors'
import { GrowingFile } from '../../files'
import type { SourceLocation } from '../problems'

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
    const message = `The list ${path} cannot be written (${messageOf(error)}).`
    throw new ContractError({ code: 'cannot-write', path, message })
  }
}

function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
