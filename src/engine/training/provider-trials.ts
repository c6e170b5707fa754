import type { ProviderName } from '../../contract/proposal'
import { PROVIDER_TITLES } from '../../inference/providers'
import type { Trial } from '../../training/fine-tuning/trainer-contract'

/** Relative difference of the first loss from the processor's above which an answer is wrong. */
const TOLERANCE = 1e-3

/**
 * The provider of a run after a few steps on both: the device where its answer is right and it is faster.
 * @param tried of the device; a sentence where it failed
 */
export function chooseByTrials(
  device: ProviderName,
  cpu: Trial,
  tried: Trial | string,
): { provider: ProviderName; message: string } {
  const title = PROVIDER_TITLES[device]
  const processor = `Training on the processor, ${rate(cpu)}`
  if (typeof tried === 'string') {
    return { provider: 'cpu', message: `${processor}: ${title} cannot train here. ${tried}` }
  }
  const difference = Math.abs(tried.loss - cpu.loss) / Math.max(Math.abs(cpu.loss), Number.EPSILON)
  // a loss that is not a number compares with nothing
  if (!(difference <= TOLERANCE)) {
    return { provider: 'cpu', message: `${processor}: ${title} gives another loss.` }
  }
  const factor = tried.pairsPerSecond / cpu.pairsPerSecond
  return factor > 1
    ? {
        provider: device,
        message: `Training by ${title}, ${rate(tried)}. The processor would take ${times(factor)} as long.`,
      }
    : { provider: 'cpu', message: `${processor}: ${title} would take ${times(1 / factor)} as long.` }
}

function rate({ pairsPerSecond }: Trial): string {
  return `${rounded(pairsPerSecond)} pairs a second`
}

function times(factor: number): string {
  return `${rounded(factor)} times`
}

function rounded(value: number): string {
  return value.toFixed(value < 9.95 ? 1 : 0)
}
