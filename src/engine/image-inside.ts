import { ContractError } from '../contract/errors'
import { PathError, resolveInside } from '../dataset/inside'

/**
 * The absolute path of one of a pair's files.
 * @throws ContractError `bad-image` where the file is gone or the path leads out of the folder
 */
export async function imageInside(folder: string, relative: string): Promise<string> {
  try {
    return await resolveInside(folder, relative)
  } catch (error) {
    if (error instanceof PathError) {
      const { code, message } = error
      throw new ContractError({ code: 'bad-image', path: relative, reason: code, message: `${message}.` })
    }
    throw error
  }
}
