import { create } from 'zustand'
import { ContractError } from '../../src/contract/errors'
import { messageOf } from '../text/message'
import { useRoute } from './route'
import type { Route } from './route'

/** A pair that a notice is about. Where it is not on the screen, the notice names it, and leads there. */
export interface NoticePair {
  pairId: number
  key: string
  /** Of the project that it belongs to. */
  storePath: string | undefined
}

/** A button of a notice. The notice goes with it. */
export interface NoticeWay {
  label: string
  /** The action whose key does the same. */
  action?: 'review.accept' | null
  go(): void
}

export interface Notice {
  id: number
  level: 'info' | 'warning' | 'error'
  message: string
  /** How often it was raised while it was on screen. */
  count: number
  pair: NoticePair | null
  /** Where it was raised; it goes once that place is left. Null where it has no place, such as one about lost work. */
  place: Route | null
  ways: readonly NoticeWay[]
  /** What it is about, where it goes once that is over; null for most. */
  topic: string | null
}

type About = Pick<Notice, 'pair' | 'place' | 'ways'> & { topic?: string | null }

interface Notices {
  notices: Notice[]
  add(level: Notice['level'], message: string, about: About): void
  dismiss(id: number): void
}

const AT_MOST = 5
let nextId = 1

export const useNotices = create<Notices>()((set, get) => ({
  notices: [],
  add(level, message, { pair, place, ways, topic = null }) {
    const { notices } = get()
    const same = notices.find(
      (notice) =>
        notice.message === message && notice.level === level && notice.pair?.pairId === pair?.pairId,
    )
    if (same !== undefined) {
      set({
        notices: notices.map((notice) =>
          notice === same ? { ...notice, count: notice.count + 1, place, ways, topic } : notice,
        ),
      })
      return
    }
    const notice = { id: nextId, level, message, count: 1, pair, place, ways, topic }
    nextId += 1
    set({ notices: [...notices, notice].slice(-AT_MOST) })
  },
  dismiss: (id) => set({ notices: get().notices.filter((notice) => notice.id !== id) }),
}))

export function notify(level: Notice['level'], message: string, pair: NoticePair | null = null): void {
  const place = pair === null ? useRoute.getState().route : null
  useNotices.getState().add(level, message, { pair, place, ways: [] })
}

interface Lasting {
  pair?: NoticePair | null
  topic?: string | null
}

/** An error that stays until it is dismissed or its topic ends, wherever the person goes: such as that work was not stored. */
export function notifyLasting(message: string, { pair = null, topic = null }: Lasting = {}): void {
  useNotices.getState().add('error', message, { pair, place: null, ways: [], topic })
}

/** What the notices of this topic tell is over. */
export function endTopic(topic: string): void {
  const { notices } = useNotices.getState()
  useNotices.setState({ notices: notices.filter((notice) => notice.topic !== topic) })
}

/** In passing, with what can be done next. */
export function notifyWithWays(message: string, ways: readonly NoticeWay[]): void {
  useNotices.getState().add('info', message, { pair: null, place: useRoute.getState().route, ways })
}

/** Shows the error as a notice, unless the page shows it already. */
export function notifyError(error: unknown): void {
  const reason = reasonOf(error)
  if (reason !== null) {
    notify('error', reason)
  }
}

/** What an error is to be shown as; null where it was cancelled or the connection was lost, which the page shows. */
export function reasonOf(error: unknown): string | null {
  const isShown = error instanceof ContractError && ['cancelled', 'disconnected'].includes(error.failure.code)
  return isShown ? null : messageOf(error)
}

/** The value; null where the promise fails, after a notice with the reason. */
export async function attempt<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    notifyError(error)
    return null
  }
}
