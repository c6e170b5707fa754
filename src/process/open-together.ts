interface Open {
  release(): Promise<void>
}

/**
 * Returns the result of `open`. If it fails, releases all that was opened through `keep`, including openings under
 * way.
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
