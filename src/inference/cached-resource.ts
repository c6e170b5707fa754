/** A cache of one resource, released when another is asked for. One call at a time. */
export class CachedResource<T extends { release(): Promise<void> }> {
  private current: { identity: string; resource: T } | null = null

  /** @param identity what it is made from; another wish is another thing */
  async get(identity: string, make: () => Promise<T>): Promise<T> {
    if (this.current?.identity !== identity) {
      await this.drop()
      this.current = { identity, resource: await make() }
    }
    return this.current.resource
  }

  /** Never throws: what lies on a device that was lost cannot be given back either. */
  async drop(): Promise<void> {
    const { current: kept } = this
    this.current = null
    await kept?.resource.release().catch((error: unknown) => console.error(`${kept.identity}:`, error))
  }
}
