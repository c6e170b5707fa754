import { rename, rm, stat } from 'node:fs/promises'

const MOST_ATTEMPTS = 3

/** Ends the name of a replaced folder as long as it lies aside. */
export const ASIDE_END = '.old'

/**
 * Gives a folder the name of another, which is there or not, and removes that. It is moved aside first, to
 * `DRAFT.old`, and back where the new one cannot take its place. What a kill leaves in between is for
 * `settleReplaced`. @throws the system's error
 */
export async function replaceFolder(source: string, folder: string): Promise<void> {
  const aside = `${source}${ASIDE_END}`
  for (let attempt = 1; ; attempt += 1) {
    const wasThere = await moveIfThere(folder, aside)
    try {
      await rename(source, folder)
      break
    } catch (error) {
      const isBack = await isThere(folder) // whoever settles takes a replacement that goes on for one that was killed
      if (isBack && attempt < MOST_ATTEMPTS) {
        continue
      }
      if (wasThere && !isBack) {
        await rename(aside, folder)
      }
      throw error
    }
  }
  await rm(aside, { recursive: true, force: true })
}

/**
 * Ends a replacement that was killed: the folder that it moved aside goes back where nothing has taken its place,
 * and is removed where something has. @throws the system's error
 */
export async function settleReplaced(aside: string, folder: string): Promise<void> {
  if (await isThere(folder)) {
    await rm(aside, { recursive: true, force: true })
    return
  }
  try {
    await moveIfThere(aside, folder)
  } catch (error) {
    if (!(await isThere(folder))) {
      throw error
    } // else the replacement went on
  }
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return false
      }
      throw error
    },
  )
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
