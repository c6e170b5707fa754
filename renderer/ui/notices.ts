import { create } from 'zustand'
import { ContractError } from '../../src/contract/errors'

/** A pair that a notice is about and that is not on the screen. */
export interface NoticedPair {
  pairId: number
  key: string
  /** Of the project that it belongs to. */
  storePath: string | undefined
}

export interface Notice {
  id: number
  level: 'info' | 'warning' | 'error'
  message: string
  /** How often it was said while it was on screen. */
  count: number
  pair: NoticedPair | null
}

interface Notices {
  notices: Notice[]
  say(level: Notice['level'], message: string, pair: NoticedPair | null): void
  dismiss(id: number): void
}

const atMost = 5
let nextId = 1

export const useNotices = create<Notices>()((set, get) => ({
  notices: [],
  say(level, message, pair) {
    const { notices } = get()
    const same = notices.find((notice) => notice.message === message && notice.level === level)
    if (same !== undefined) {
      set({
        notices: notices.map((notice) => (notice === same ? { ...notice, count: notice.count + 1 } : notice)),
      })
      return
    }
    const notice = { id: nextId, level, message, count: 1, pair }
    nextId += 1
    set({ notices: [...notices, notice].slice(-atMost) })
  },
  dismiss: (id) => set({ notices: get().notices.filter((notice) => notice.id !== id) }),
}))

/** @param pair the way to it is offered */
export function say(level: Notice['level'], message: string, pair: NoticedPair | null = null): void {
  useNotices.getState().say(level, message, pair)
}

export function messageOf(error: unknown): string {
  return error instanceof ContractError || error instanceof Error ? error.message : String(error)
}

/** Says what went wrong, unless the person cancelled it or the lost connection says so already. */
export function sayError(error: unknown): void {
  if (error instanceof ContractError && ['cancelled', 'disconnected'].includes(error.failure.code)) {
    return
  }
  say('error', messageOf(error))
}

/** The value, or null after saying why there is none. */
export async function attempt<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    sayError(error)
    return null
  }
}
