import { Autocomplete, Slider } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import type { ReactElement } from 'react'
import { UNNAMED } from '../../../src/domain/document'
import type { PairDocument } from '../../../src/domain/document'
import { text } from '../../text/chosen'
import { spellFixed } from '../../text/spelling'
import { categoryColor } from '../../components/colors'
import { DEFAULT_CATEGORY, useReviewSession } from '../session'
import { newRegion } from '../commands/actions'
import { remask } from '../commands/chain'
import { useWhyNotDrawnOn } from '../commands/take-tool'
import { ChainButton, ChainProgress } from './ChainButton'
import shared from '../../components/shared.module.css'
import styles from './RegionPanel.module.css'
import { HintCallout } from '../hints/HintCallout'
import { Section } from './PanelParts'
import { RegionIcon } from './RegionIcon'
import { RegionRow } from './RegionRow'
import type { Categories } from './RegionRow'
import { engine } from '../../engine'
import { useQuery } from '../../state/use-query'
import { withKeys } from '../../keys/actions'
import { useThresholdInUse } from '../../state/proposers'
import {
  moveThreshold,
  thresholdOf,
  THRESHOLDS,
  useThreshold,
  whyThresholdRests,
} from '../commands/threshold'
import { useReviewDocument } from '../document'
import { useIsLooking } from '../commands/claims'

const words = text.review.regions

export function RegionPanel({ pairId, document }: { pairId: number; document: PairDocument }): ReactElement {
  const { regions } = document
  const categories = useCategories(document)
  const isViewOnly = useIsLooking()
  const whyNotDrawn = useWhyNotDrawnOn()
  const canDraw = whyNotDrawn === null && !isViewOnly
  const activeCount = regions.filter(({ status }) => status !== 'rejected').length
  return (
    <Section
      id="regions"
      title={words.title}
      aside={
        <>
          <ChainButton
            pairId={pairId}
            question="remask"
            actionId="review.remask"
            onClick={() => void remask()}
          />
          <span className={shared.note}>{words.counts(activeCount, regions.length)}</span>
          <RegionIcon label={words.add} actionId="review.regionNew" reason={whyNotDrawn} onClick={newRegion}>
            <IconPlus size={14} />
          </RegionIcon>
        </>
      }
    >
      <ThresholdSlider pairId={pairId} />
      <ChainProgress pairId={pairId} questions={['remask', 'threshold']} />
      {regions.length === 0 ? (
        <p className={shared.note}>{canDraw ? `${words.none} ${words.paintOne}` : words.none}</p>
      ) : null}
      <HintCallout hint="remove" position="left">
        <ul className={styles.regions} aria-label={words.title}>
          {regions.map((region, index) => (
            <RegionRow key={region.id} region={region} number={index + 1} categories={categories} />
          ))}
        </ul>
      </HintCallout>
      <NewCategory categories={categories.known} />
    </Section>
  )
}

/** Category of the next painted region. */
function NewCategory({ categories }: { categories: string[] }): ReactElement {
  const category = useReviewSession((session) => session.category)
  const setSession = useReviewSession((session) => session.setCategory)
  /** Before anything was typed. */
  const former = useRef(category)
  return (
    <div className={styles.newCategory}>
      <span>{words.newCategoryShort}</span>
      <span className={styles.swatch} style={{ background: categoryColor(category) }} />
      <Autocomplete
        className={shared.grow}
        aria-label={words.newCategory}
        placeholder={words.categoryPlaceholder}
        data={categories}
        value={category}
        maxLength={120}
        onChange={setSession}
        onFocus={() => (former.current = category)}
        onBlur={() => {
          if (useReviewSession.getState().category.trim() === '') {
            setSession(DEFAULT_CATEGORY)
          }
        }}
        onKeyDown={(event) => {
          const field = event.currentTarget
          if (event.key === 'Escape') {
            setSession(former.current)
            field.blur()
          } else if (event.key === 'Enter') {
            // after Enter has taken the suggestion that is marked
            queueMicrotask(() => field.blur())
          }
        }}
      />
    </div>
  )
}

/** Categories of the project; `known` also has those of the open pair. */
function useCategories(document: PairDocument): Categories {
  const present = document.regions.map(({ category }) => category).join('\n')
  const { value } = useQuery(present, () => engine.call('categories.list', {}))
  return useMemo(() => {
    const mostUsed = value ?? []
    const known = [...new Set([...mostUsed, ...present.split('\n'), UNNAMED])]
    return { known: known.filter((name) => name !== '').sort(), mostUsed }
  }, [value, present])
}

const KEYS = ['review.thresholdLower', 'review.thresholdRaise'] as const

/** Moves the threshold of the pair at hand, where what proposes has probabilities to cut. */
function ThresholdSlider({ pairId }: { pairId: number }): ReactElement | null {
  const initial = useThresholdInUse()
  const moved = useThreshold()
  const value = useReviewDocument(({ open }) => (open === null ? 0 : thresholdOf(moved, open, initial ?? 0)))
  const reason = useReviewDocument(({ open }) => (open === null ? null : whyThresholdRests(open)))
  const isLarge = useReviewDocument(({ open }) => open !== null && open.pair.tiles !== null)
  if (initial === null) {
    return null
  }
  if (isLarge) {
    return <p className={styles.threshold}>{words.thresholdOfLarge}</p>
  }
  return (
    <div
      className={styles.threshold}
      title={
        reason ??
        `${words.thresholdExplain}\n${KEYS.map((id) => withKeys(text.keys.actions[id], id)).join('\n')}`
      }
    >
      <span>{words.threshold}</span>
      <Slider
        size="xs"
        className={styles.thresholdSlider}
        thumbLabel={words.threshold}
        min={THRESHOLDS.least}
        max={THRESHOLDS.most}
        step={THRESHOLDS.step}
        label={null}
        disabled={reason !== null}
        value={value}
        onChange={(next) => {
          const { open } = useReviewDocument.getState()
          if (open?.pair.id === pairId) {
            void moveThreshold(pairId, open.version, next)
          }
        }}
      />
      <span className={styles.figure}>{spellFixed(value, 2)}</span>
    </div>
  )
}
