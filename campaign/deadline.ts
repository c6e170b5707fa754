import { setTimeout } from 'node:timers/promises'
import { Loss } from './loss'

/** For the slowest honest answer on a busy machine; what takes longer hangs. */
export const HANG_MILLISECONDS = 120_000

/** @throws Loss `dead` where nothing comes of it in time */
export async function answered<T>(
  what: string,
  work: Promise<T>,
  milliseconds = HANG_MILLISECONDS,
): Promise<T> {
  const controller = new AbortController()
  const late = setTimeout(milliseconds, null, { signal: controller.signal }).then(() => {
    throw new Loss('dead', `${what}: nothing came of it for ${Math.round(milliseconds / 1000)} s`)
  })
  // it is aborted where the work came first
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    controller.abort()
  }
}

/** Looks again and again until it holds. @throws Loss `dead` where it does not in time */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > HANG_MILLISECONDS) {
      throw new Loss('dead', `${what}: not so after ${HANG_MILLISECONDS / 1000} s`)
    }
    await setTimeout(20)
  }
}
