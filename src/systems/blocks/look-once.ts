import type { Look } from '../sample'

/** Of a family whose stage `see` takes frames alone. */
export const lookOnce: Look = async (run, frames) => {
  const { changed, anything, memory } = await run('see', frames)
  return { changed, anything, memory }
}
