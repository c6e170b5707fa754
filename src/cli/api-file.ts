import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ContractError, messageOf } from '../contract/errors'

const apiFileSchema = z.object({ url: z.string(), token: z.string() })

/**
 * Writes where programs find the engine, readable by the user alone. A file that an earlier server left is replaced.
 * @returns the function that removes it
 * @throws ContractError `cannot-write` where something else lies there, or the disk refuses
 */
export function writeApiFile(path: string, access: z.infer<typeof apiFileSchema>): () => void {
  try {
    if (isApiFile(path)) {
      rmSync(path)
    }
    // fails where a file is there, and is made with this mode from the start
    writeFileSync(path, `${JSON.stringify(access)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = isThere ? 'it is there already, and no earlier server wrote it' : messageOf(error)
    throw new ContractError({ code: 'cannot-write', path, message: `${path} cannot be written: ${reason}.` })
  }
  return () => rmSync(path, { force: true })
}

function isApiFile(path: string): boolean {
  try {
    return apiFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).success
  } catch {
    return false
  }
}
