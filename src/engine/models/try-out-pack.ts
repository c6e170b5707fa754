import { captionContract } from '../../captioning/caption-contract'
import type { PackDescriptor } from '../../packs/catalogue'
import type { ProcessHost } from '../../process/process-host'
import { ProcessLane } from '../lanes/process-lane'
import { InferenceLane } from '../lanes/inference-lane'

/** A model that is not open by then hangs. One that captions is larger, and says a word. */
const OPEN_MILLISECONDS = 120_000
const CAPTION_MILLISECONDS = 10 * 60_000

/**
 * Opens a model for the first time, in a process that is discarded: a file that came from elsewhere may crash or hang
 * what reads it. @throws ContractError
 */
export async function tryOutPack(
  host: ProcessHost,
  { use }: PackDescriptor,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const start = { isQuiet: true }
  if (use === 'caption') {
    const lane = new ProcessLane({ host, program: 'caption', contract: captionContract, start })
    await lane
      .call('check', { folder }, { milliseconds: CAPTION_MILLISECONDS, signal })
      .finally(() => lane.dispose())
    return
  }
  const lane = new InferenceLane(host, start)
  await lane
    .call('openModel', { folder }, { milliseconds: OPEN_MILLISECONDS, signal })
    .finally(() => lane.dispose())
}
