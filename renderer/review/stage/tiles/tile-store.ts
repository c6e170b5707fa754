import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { PICTURE_TILE_SIDE } from '../../../../src/contract/picture'
import type { PictureTile } from '../../../../src/contract/picture'
import type { ShownKind } from '../stage-view'
import { baseTile } from './pyramid'
import type { Pyramid } from './pyramid'
import { noStatus } from './tile-status'
import type { FramesRead, TileStatus } from './tile-status'
import { keyOf, wantedInOrder } from './want-order'
import type { Want } from './want-order'

/** What a tile needs of an `ImageBitmap`. */
export interface TileBitmap {
  readonly width: number
  readonly height: number
  close(): void
}

/** Rejects with a reason for the user. */
export type LoadTile<B> = (kind: ShownKind, tile: PictureTile, signal: AbortSignal) => Promise<B>

type Entry<B> =
  /** `reason`: why it failed before, until it is known whether it does again. */
  | { state: 'loading'; abort: AbortController; reason: string | null }
  | { state: 'ready'; bitmap: B; usedAt: number }
  /** `isOld`: it is asked for again. */
  | { state: 'failed'; reason: string; at: number; isOld: boolean }

const MOST_REQUESTS = 6
const MOST_BYTES = 256 * 2 ** 20
const BYTES_PER_PIXEL = 4
const TILE_BYTES = PICTURE_TILE_SIDE ** 2 * BYTES_PER_PIXEL
/** Milliseconds after which a failed tile that is seen is asked for again. */
const RETRY_AFTER = 10_000
/** The coarsest levels stay: five tiles of each kind at most. */
const LEVELS_THAT_STAY = 2

/**
 * The tiles of a pair's pictures that were fetched, for all panes. Panes say what they show; tiles are fetched for that,
 * and what goes out of view is fetched no more.
 */
export class TileStore<B extends TileBitmap = ImageBitmap> {
  readonly status: StoreApi<Record<ShownKind, TileStatus>>
  /** How far frames without overviews are read. */
  readonly reading = createStore<FramesRead>()(() => ({ before: null, after: null }))
  private readonly entries = new Map<string, Entry<B>>()
  private readonly wants = new Map<object, readonly Want[]>()
  private readonly listeners = new Set<(kind: ShownKind) => void>()
  private ticks = 0
  private bytes = 0
  private isDisposed = false

  /** @param bases kinds whose coarsest level is fetched before any pane wants it */
  constructor(
    readonly pyramid: Pyramid,
    private readonly load: LoadTile<B>,
    private readonly bases: readonly ShownKind[] = [],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.status = createStore<Record<ShownKind, TileStatus>>()(noStatus)
    this.fetchWanted()
  }

  /** Null where the tile is not there. */
  find(kind: ShownKind, tile: PictureTile): B | null {
    const entry = this.entries.get(keyOf(kind, tile))
    if (entry?.state !== 'ready') {
      return null
    }
    this.ticks += 1
    entry.usedAt = this.ticks
    return entry.bitmap
  }

  /** @param wants what a pane shows now, the most urgent first; none where it shows no tiles any more */
  want(pane: object, wants: readonly Want[]): void {
    if (this.isDisposed) {
      return
    }
    if (wants.length === 0) {
      this.wants.delete(pane)
    } else {
      this.wants.set(pane, wants)
    }
    this.retryFailed(wants)
    this.fetchWanted()
  }

  /** Kinds that a pane shows. */
  wantedKinds(): ShownKind[] {
    const kinds = [...this.wants.values()].flatMap((wants) => wants.map(({ kind }) => kind))
    return [...new Set([...this.bases, ...kinds])]
  }

  /** Called with the kind of each tile that came or failed. Returns the function that removes the listener. */
  onChange(listener: (kind: ShownKind) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether the coarsest level of all `bases` came or failed. */
  hasBases(): boolean {
    return this.bases.every((kind) => {
      const entry = this.entries.get(keyOf(kind, baseTile(this.pyramid)))
      return entry?.state === 'ready' || entry?.state === 'failed'
    })
  }

  /** Gives all memory back at once. */
  dispose(): void {
    this.isDisposed = true
    this.listeners.clear()
    for (const entry of this.entries.values()) {
      if (entry.state === 'loading') {
        entry.abort.abort()
      } else if (entry.state === 'ready') {
        entry.bitmap.close()
      }
    }
    this.entries.clear()
    this.bytes = 0
  }

  private retryFailed(wants: readonly Want[]): void {
    for (const { kind, tile } of [...wants, ...this.baseWants()]) {
      const entry = this.entries.get(keyOf(kind, tile))
      if (entry?.state === 'failed' && this.now() - entry.at > RETRY_AFTER) {
        entry.isOld = true
      }
    }
  }

  private baseWants(): Want[] {
    const tile = baseTile(this.pyramid)
    return this.wantedKinds().map((kind) => ({ kind, tile, isInView: true }))
  }

  private wanted(): Map<string, Want> {
    return wantedInOrder(this.baseWants(), [...this.wants.values()], Math.floor(MOST_BYTES / TILE_BYTES))
  }

  private fetchWanted(): void {
    const wanted = this.wanted()
    let requests = 0
    for (const [key, entry] of this.entries) {
      if (entry.state === 'loading' && !wanted.has(key)) {
        entry.abort.abort()
        this.entries.delete(key)
      } else if (entry.state === 'loading') {
        requests += 1
      }
    }
    for (const [key, want] of wanted) {
      const entry = this.entries.get(key)
      if (requests < MOST_REQUESTS && (entry === undefined || (entry.state === 'failed' && entry.isOld))) {
        requests += 1
        void this.fetch(key, want, entry?.reason ?? null)
      }
    }
    this.updateStatus(wanted)
  }

  private async fetch(key: string, { kind, tile }: Want, oldReason: string | null): Promise<void> {
    const abort = new AbortController()
    this.entries.set(key, { state: 'loading', abort, reason: oldReason })
    let entry: Entry<B>
    try {
      const bitmap = await this.load(kind, tile, abort.signal)
      if (abort.signal.aborted) {
        bitmap.close()
        return
      }
      this.ticks += 1
      entry = { state: 'ready', bitmap, usedAt: this.ticks }
      this.bytes += bytesOf(bitmap)
    } catch (error) {
      if (abort.signal.aborted) {
        return
      }
      entry = {
        state: 'failed',
        reason: error instanceof Error ? error.message : String(error),
        at: this.now(),
        isOld: false,
      }
    }
    this.entries.set(key, entry)
    this.makeRoom()
    this.fetchWanted()
    this.listeners.forEach((listener) => listener(kind))
  }

  /** Closes what was not drawn for longest; what is wanted now stays. */
  private makeRoom(): void {
    if (this.bytes <= MOST_BYTES) {
      return
    }
    const wanted = this.wanted()
    const others = [...this.entries].flatMap(([key, entry]) =>
      entry.state === 'ready' && !wanted.has(key) && !this.stays(key) ? [{ key, entry }] : [],
    )
    others.sort((a, b) => a.entry.usedAt - b.entry.usedAt)
    for (const { key, entry } of others) {
      if (this.bytes > MOST_BYTES) {
        this.bytes -= bytesOf(entry.bitmap)
        entry.bitmap.close()
        this.entries.delete(key)
      }
    }
  }

  private stays(key: string): boolean {
    return Number(key.split('/')[1]) >= this.pyramid.levels - LEVELS_THAT_STAY
  }

  private updateStatus(wanted: ReadonlyMap<string, Want>): void {
    const next = noStatus()
    const shown = [...this.wants.values()].flat().filter((want) => want.isInView)
    const inView = new Set(shown.map((want) => keyOf(want.kind, want.tile)))
    for (const [key, { kind, tile, isInView }] of wanted) {
      const entry = this.entries.get(key)
      const status = next[kind]
      if (isInView) {
        status.total += 1
        status.done += entry?.state === 'ready' || entry?.state === 'failed' ? 1 : 0
        status.failure ??= entry === undefined || entry.state === 'ready' ? null : entry.reason
      }
      status.isSharp &&= entry?.state === 'ready' || !inView.has(key)
      status.hasBase ||= tile.level === this.pyramid.levels - 1 && entry?.state === 'ready'
    }
    if (JSON.stringify(next) !== JSON.stringify(this.status.getState())) {
      this.status.setState(next, true)
    }
  }
}

function bytesOf({ width, height }: TileBitmap): number {
  return width * height * BYTES_PER_PIXEL
}
