import { toFailure } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'

/** As much of `Providers` as is needed to ask on one. */
export interface ProviderChoice {
  inUse(): Promise<ProviderName>
  fallBackToCpu(provider: ProviderName, reason: string): void
}

/**
 * What fails on the provider in use is asked again on the CPU. Only where that answers was it the provider's
 * fault, and it is given up. @throws what `put` throws
 */
export async function onProvider<T>(
  providers: ProviderChoice,
  put: (provider: ProviderName) => Promise<T>,
): Promise<T> {
  const provider = await providers.inUse()
  try {
    return await put(provider)
  } catch (error) {
    const { code, message } = toFailure(error)
    if (code !== 'unavailable' || provider === 'cpu') {
      throw error
    }
    const answer = await put('cpu')
    providers.fallBackToCpu(provider, message)
    return answer
  }
}
