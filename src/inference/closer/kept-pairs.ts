/** Pairs whose features are kept. */
export const KEPT_PAIRS = 4

/** What is known of the last few pairs, by what names a pair's files and their times. */
export class KeptPairs<T> {
  private readonly kept = new Map<string, T>()

  keep(key: string, value: T): void {
    this.kept.delete(key)
    this.kept.set(key, value)
    for (const old of [...this.kept.keys()].slice(0, -KEPT_PAIRS)) this.kept.delete(old)
  }

  async get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const made = await make()
    this.keep(key, made)
    return made
  }
}
