interface Open {
  release(): Promise<void>
}

/**
 * What `open` makes of all that it opens, or nothing: where it fails, whatever it had opened through `keep`, and
 * what still opens, is released.
 */
export async function openTogether<T>(
  open: (keep: <O extends Open>(opening: Promise<O>) => Promise<O>) => Promise<T>,
): Promise<T> {
  const openings: Promise<Open>[] = []
  try {
    return await open((opening) => {
      openings.push(opening)
      return opening
    })
  } catch (error) {
    const opened = (await Promise.allSettled(openings)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
    await Promise.allSettled(opened.map((one) => one.release()))
    throw error
  }
}
