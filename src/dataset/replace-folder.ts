import { rename, rm } from 'node:fs/promises'

/**
 * Gives a folder the name of another, which is there or not, and removes that. It is moved aside first, to
 * `DRAFT.old`, and back where the new one cannot take its place. @throws the system's error
 */
export async function replaceFolder(draft: string, folder: string): Promise<void> {
  const aside = asideOf(draft)
  const wasThere = await rename(folder, aside).then(
    () => true,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    },
  )
  try {
    await rename(draft, folder)
  } catch (error) {
    if (wasThere) await rename(aside, folder)
    throw error
  }
  await rm(aside, { recursive: true, force: true })
}

/** Where the replaced folder lies in between. */
export function asideOf(draft: string): string {
  return `${draft}.old`
}
