/** Pairs whose views are cached. */
export const MAX_CACHED_PAIRS = 4

/** Views of the last few pairs, by a key of the files and their times. */
export class PairViewCache<T> {
  private readonly views = new Map<string, T>()

  set(key: string, value: T): void {
    this.views.delete(key)
    this.views.set(key, value)
    for (const old of [...this.views.keys()].slice(0, -MAX_CACHED_PAIRS)) this.views.delete(old)
  }

  async get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.views.get(key)
    if (known !== undefined) return known
    const made = await make()
    this.set(key, made)
    return made
  }
}
