import { ContractError } from '../contract/errors'
import { ImageError } from '../images/error'

/** A picture that cannot be used is a failure the engine knows; all else stays as it is. */
export async function withImageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImageError) {
      const { code: reason, path, message } = error
      throw new ContractError({ code: 'bad-image', reason, path, message })
    }
    throw error
  }
}
