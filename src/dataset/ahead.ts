/**
 * Results in the order of `list`, of which a few are made ahead while one is used.
 * @param make not to be called further after it, or the user, has failed
 */
export async function* madeAhead<T, R>(
  list: Iterable<T>,
  ahead: number,
  make: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  const queue: Promise<R>[] = []
  try {
    for (const one of list) {
      const made = make(one)
      made.catch(() => {}) // heard of when its turn comes
      queue.push(made)
      if (queue.length > ahead) {
        yield await queue.shift()!
      }
    }
    while (queue.length > 0) {
      yield await queue.shift()!
    }
  } finally {
    await Promise.allSettled(queue)
  }
}
