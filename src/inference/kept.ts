/** One thing that is costly to make: kept until another one is asked for, or it broke. One call at a time. */
export class Kept<T extends { release(): Promise<void> }> {
  private kept: { identity: string; thing: T } | null = null

  /** @param identity what it is made from; another wish is another thing */
  async get(identity: string, make: () => Promise<T>): Promise<T> {
    if (this.kept?.identity !== identity) {
      await this.drop()
      this.kept = { identity, thing: await make() }
    }
    return this.kept.thing
  }

  /** Never throws: what lies on a device that was lost cannot be given back either. */
  async drop(): Promise<void> {
    const { kept } = this
    this.kept = null
    await kept?.thing.release().catch((error: unknown) => console.error(`${kept.identity}:`, error))
  }
}
