import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactElement, RefObject } from 'react'
import { withKeys } from '../keys/actions'
import { reviewPair } from '../review/commands/navigation'
import { useReviewDocument } from '../review/document'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { useNotices } from '../state/notices'
import type { Notice, NoticePair, NoticeWay } from '../state/notices'
import { useRoute } from '../state/route'
import styles from './Toasts.module.css'

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconExclamationCircle }
/** Errors stay until they are dismissed, or their place is left. */
const SHOWN_MILLISECONDS = { info: 6000, warning: 12_000, error: null }
/** At least, where the place is left: one may go on at once, or be led on. */
const READ_MILLISECONDS = 4000

export function Toasts(): ReactElement {
  const notices = useNotices((store) => store.notices)
  const section = useRef<HTMLElement>(null)
  useTellHeight(section)
  return (
    <section ref={section} className={styles.toasts} aria-label={text.shell.notices} aria-live="polite">
      {notices.map((notice) => (
        <Toast key={`${notice.id} ${notice.count}`} notice={notice} />
      ))}
    </section>
  )
}

/** Places whose controls could lie below the notices scroll on by as much, `--ds-notices`. */
function useTellHeight(section: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--ds-notices', `${entry?.contentRect.height ?? 0}px`)
    })
    if (section.current !== null) {
      observer.observe(section.current)
    }
    return () => {
      observer.disconnect()
      style.removeProperty('--ds-notices')
    }
  }, [section])
}

function Toast({ notice }: { notice: Notice }): ReactElement {
  const dismiss = useNotices((store) => store.dismiss)
  const { id, level, message, count, pair, ways } = notice
  useEnd(notice)
  const elsewhere = useElsewhere(pair)
  const Icon = icons[level]
  return (
    <div
      className={styles.toast}
      data-level={level}
      data-leads={ways.length > 0 || undefined}
      role={level === 'error' ? 'alert' : 'status'}
    >
      <Icon aria-hidden className={styles.icon} />
      <span data-selectable className={styles.message}>
        {elsewhere === null ? message : text.review.refused(elsewhere.key, message)}
        {count > 1 ? ` (${count}×)` : null}
        {ways.length === 0 ? null : <Ways ways={ways} onGone={() => dismiss(id)} />}
      </span>
      {elsewhere === null ? null : <GoThere pair={elsewhere} onGone={() => dismiss(id)} />}
      <ActionIcon size={20} aria-label={text.shell.dismiss} onClick={() => dismiss(id)}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}

function Ways({ ways, onGone }: { ways: readonly NoticeWay[]; onGone(): void }): ReactElement {
  return (
    <span className={styles.ways}>
      {ways.map(({ label, action = null, go }) => (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          title={action === null ? undefined : withKeys(label, action)}
          onClick={() => {
            onGone()
            go()
          }}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

/** One with buttons stays as long as a warning, and no longer than its place. */
function useEnd({ id, level, place, ways }: Notice): void {
  const hasWays = ways.length > 0
  const dismiss = useNotices((store) => store.dismiss)
  const isPlaceLeft = useRoute((store) => place !== null && place !== store.route)
  const [shownAt] = useState(() => performance.now())
  useEffect(() => {
    if (hasWays && isPlaceLeft) {
      dismiss(id)
      return undefined
    }
    const time = SHOWN_MILLISECONDS[hasWays ? 'warning' : level] ?? (isPlaceLeft ? READ_MILLISECONDS : null)
    if (time === null) {
      return undefined
    }
    const timer = window.setTimeout(() => dismiss(id), shownAt + time - performance.now())
    return () => window.clearTimeout(timer)
  }, [id, level, hasWays, isPlaceLeft, shownAt, dismiss])
}

/** The pair where it is not on the screen. Asked as long as the notice stands: the screen may go on to another pair after it. */
function useElsewhere(pair: NoticePair | null): NoticePair | null {
  const shownId = useReviewDocument(({ open }) => open?.pair.id)
  const storePath = useEngineState(({ project }) => project?.storePath)
  return pair?.pairId === shownId && pair?.storePath === storePath ? null : pair
}

/** Numbers of pairs begin anew in every project. */
function GoThere({ pair, onGone }: { pair: NoticePair; onGone(): void }): ReactElement | null {
  const isOpen = useEngineState(({ project }) => project?.storePath === pair.storePath)
  return isOpen ? (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => {
        onGone()
        void reviewPair(pair.pairId)
      }}
    >
      {text.shell.goThere}
    </Button>
  ) : null
}
