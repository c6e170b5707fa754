import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlendMode,
  IconColumns2,
  IconEye,
  IconEyeOff,
  IconFilter,
  IconFlame,
  IconLayersSubtract,
  IconLayoutSidebarRight,
  IconLayoutSidebarRightFilled,
  IconMaximize,
  IconSlideshow,
  IconStack2,
  IconTransform,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import { keysFor, withKeys } from '../../keys/actions'
import { usePairList } from '../../queue/list'
import { filterParts, showAllPairs } from '../../queue/filter-parts'
import { positionOf } from '../../queue/neighbours'
import { text } from '../../text/chosen'
import { useRoute } from '../../state/route'
import { ToggleButton } from '../../components/ToggleButton'
import { useReviewSession } from '../session'
import { VIEWS } from '../stage/stage-view'
import type { View } from '../stage/stage-view'
import { redo, showSimilarToCurrent, toggleMasks, undo } from '../commands/actions'
import { SequenceButtons, SequenceNote } from '../sequence/SequenceBar'
import { WindowControl } from '../window/WindowControl'
import shared from '../../components/shared.module.css'
import styles from './ViewBar.module.css'

const words = text.review

const icons: Record<View, ReactNode> = {
  'side-by-side': <IconColumns2 size={16} />,
  swipe: <IconTransform size={16} />,
  blink: <IconSlideshow size={16} />,
  'onion-skin': <IconBlendMode size={16} />,
  difference: <IconFlame size={16} />,
  aligned: <IconLayersSubtract size={16} />,
}

export function ViewBar({ open }: { open: OpenPair | null }): ReactElement {
  return (
    <div
      className={styles.viewBar}
      data-sequence={open?.pair.sequence != null || undefined}
      role="toolbar"
      aria-label={words.viewBar}
      data-keep-focus
      data-pane
      tabIndex={-1}
    >
      <div className={styles.views}>
        {VIEWS.map((view) => (
          <ViewButton key={view} view={view} />
        ))}
      </div>
      <MaskButton />
      {open === null ? null : <WindowControl open={open} />}
      <span className={styles.divider} />
      <UndoButtons open={open} />
      <Title open={open} />
      {open === null ? null : <SequenceButtons open={open} />}
      <SimilarPairs open={open} />
      <FoldButtons />
    </div>
  )
}

function ViewButton({ view }: { view: View }): ReactElement {
  const isOn = useReviewSession((session) => session.view === view)
  return (
    <UnstyledButton
      className={styles.view}
      aria-pressed={isOn}
      title={withKeys(words.views[view], `view.${view}`)}
      onClick={() => useReviewSession.getState().setView(view)}
    >
      {icons[view]}
      <span className={styles.viewName}>{words.views[view]}</span>
    </UnstyledButton>
  )
}

function MaskButton(): ReactElement {
  const areShown = useReviewSession((session) => session.areMasksShown)
  const label = areShown ? words.masks.hide : words.masks.show
  return (
    <Tooltip label={withKeys(label, 'review.masks')}>
      <ActionIcon aria-label={label} onClick={toggleMasks}>
        {areShown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

function UndoButtons({ open }: { open: OpenPair | null }): ReactElement {
  const undoLabel = open?.undoLabel ?? null
  const redoLabel = open?.redoLabel ?? null
  return (
    <>
      <Tooltip label={withKeys(words.undo(undoLabel), 'review.undo')}>
        <ActionIcon aria-label={words.undo(undoLabel)} disabled={undoLabel === null} onClick={undo}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(words.redo(redoLabel), 'review.redo')}>
        <ActionIcon aria-label={words.redo(redoLabel)} disabled={redoLabel === null} onClick={redo}>
          <IconArrowForwardUp size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function Title({ open }: { open: OpenPair | null }): ReactElement {
  const ids = usePairList((list) => list.ids)
  const position = open === null ? -1 : positionOf(ids, open.pair.id)
  return (
    <h1 className={styles.title} title={open?.pair.key}>
      <span className={styles.titleKey}>
        <bdi>{open?.pair.key}</bdi>
      </span>
      {open === null ? null : (
        <>
          <span className={`${shared.note} ${styles.position}`}>
            {position === -1 ? words.notInList : words.position(position, ids.length)}
          </span>
          <FilterMark />
          <SequenceNote open={open} />
        </>
      )}
    </h1>
  )
}

/** That the list which Review walks along leaves pairs out. */
function FilterMark(): ReactElement | null {
  const filter = usePairList((list) => list.filter)
  const { states, others } = filterParts(filter)
  const parts = [...states, ...others]
  if (parts.length === 0) {
    return null
  }
  const label = text.queue.filtered(parts)
  return (
    <Tooltip label={label}>
      <ActionIcon size={20} className={styles.filterMark} aria-label={label} onClick={showAllPairs}>
        <IconFilter size={14} />
      </ActionIcon>
    </Tooltip>
  )
}

function SimilarPairs({ open }: { open: OpenPair | null }): ReactElement {
  const label = text.queue.similar.show
  return (
    <Tooltip label={withKeys(label, 'review.similar')}>
      <ActionIcon aria-label={label} disabled={open === null} onClick={showSimilarToCurrent}>
        <IconStack2 size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

function FoldButtons(): ReactElement {
  const areFolded = useRoute((store) => store.arePanelsFolded)
  const isMaximized = useRoute((store) => store.isCanvasMaximized)
  const togglePanels = useRoute((store) => store.togglePanels)
  const toggleWhole = useRoute((store) => store.toggleCanvasMaximized)
  const foldLabel = areFolded ? words.unfold : words.fold
  const Fold = areFolded ? IconLayoutSidebarRight : IconLayoutSidebarRightFilled
  return (
    <>
      {isMaximized ? null : (
        <Tooltip label={withKeys(foldLabel, 'app.fold')}>
          <ActionIcon aria-label={foldLabel} onClick={togglePanels}>
            <Fold size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <ToggleButton
        label={isMaximized ? words.restoreCanvas : words.maximizeCanvas}
        keys={keysFor('app.whole')}
        isOn={isMaximized}
        onClick={toggleWhole}
      >
        <IconMaximize size={16} />
      </ToggleButton>
    </>
  )
}
