import type { EncodePair } from '../pair-data'

/** For a family whose stage `see` takes frames alone. */
export const encodeInOneStage: EncodePair = async (run, frames) => {
  const { changed, anything, memory } = await run('see', frames)
  return { changed, changedLogit: anything, memory }
}
