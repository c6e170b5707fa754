import { UnstyledButton, Autocomplete } from '@mantine/core'
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import type { Region } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'
import { text } from '../../text/chosen'
import { markRegion } from '../commands/actions'
import { useRegionArea } from '../map/georeference'
import { spellArea, spellBodyArea } from '../map/spell-place'
import { regionSquareMillimetres, usePairScan } from '../scan/scan-store'
import { applyEdit, useReviewDocument } from '../document'
import { removeRegion, setCategory } from '../commands/edits'
import { useReviewSession } from '../session'
import { NameEvidence, NameMenu } from './NameMenu'
import { RegionIcon } from './RegionIcon'
import { RegionParts } from './RegionParts'
import styles from './RegionPanel.module.css'
import { useDraft } from '../commands/drafts'
import { CATEGORY_FIELD, useField } from '../../state/fields'

const { regions: words, names: nameWords, labels } = text.review

export interface Categories {
  /** In alphabetical order. */
  known: string[]
  /** In the project, most used first. */
  mostUsed: string[]
}

interface RegionRowProps {
  region: Region
  number: number
  categories: Categories
}

export function RegionRow({ region, number, categories }: RegionRowProps): ReactElement {
  const { id, category, status } = region
  const isSelected = useReviewSession((session) => session.selectedRegionId === id)
  const isHovered = useReviewSession((session) => session.hoveredRegionIds.includes(id))
  const selectRegion = useReviewSession((session) => session.selectRegion)
  const hoverRegions = useReviewSession((session) => session.hoverRegions)
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) {
      ref.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [isSelected])
  return (
    <li
      ref={ref}
      className={styles.region}
      data-status={status}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      onPointerEnter={() => hoverRegions([id])}
      onPointerLeave={() => hoverRegions([])}
      onFocus={() => hoverRegions([id])}
      onBlur={() => hoverRegions([])}
    >
      <div className={styles.regionLine}>
        <UnstyledButton
          className={styles.regionName}
          aria-pressed={isSelected}
          aria-label={`${words.region(number, category)}, ${words.status[status]}`}
          onClick={() => selectRegion(isSelected ? null : id)}
        >
          <span className={styles.swatch} style={{ background: categoryColor(category) }} />
          {isSelected ? null : <span className={styles.category}>{category}</span>}
        </UnstyledButton>
        {isSelected ? <Naming region={region} categories={categories} /> : null}
        {isSelected ? null : <Area region={region} />}
        <Origin region={region} />
        <RegionButtons region={region} />
      </div>
      {isSelected ? <Area region={region} isBelow /> : null}
      {isSelected ? <NameEvidence region={region} /> : null}
      {isSelected ? <RegionParts region={region} /> : null}
    </li>
  )
}

/** The category of the selected region, with the names that it may have instead. */
function Naming({ region, categories }: { region: Region; categories: Categories }): ReactElement {
  const { id, category } = region
  return (
    <>
      <CategoryField
        category={category}
        categories={categories.known}
        onStore={(typed, since) =>
          applyEdit(labels.category(typed), (document) => setCategory(document, id, typed), since)
        }
      />
      <NameMenu region={region} mostUsed={categories.mostUsed} />
    </>
  )
}

/** On the ground, where the pair is georeferenced, or in a body, where its files say the size of a pixel. Below the line of a selected region, which has no room for it. */
function Area({ region, isBelow = false }: { region: Region; isBelow?: boolean }): ReactElement | null {
  const area = useRegionArea(region)
  const scan = usePairScan((state) => state.scan)
  const inBody = area === null ? regionSquareMillimetres(region, scan) : null
  if (area === null && inBody === null) {
    return null
  }
  const spelled = area === null ? spellBodyArea(inBody!.area) : spellArea(area)
  const explained =
    inBody === null
      ? text.stage.map.area(spelled)
      : inBody.isAtDetector
        ? text.scan.areaAtDetector(spelled)
        : text.scan.area(spelled)
  return isBelow ? (
    <p className={styles.area}>{explained}</p>
  ) : (
    <span className={styles.origin} title={inBody === null ? text.stage.map.areaExplain : explained}>
      {spelled}
    </span>
  )
}

/** How sure the proposer is of the region, or whose it is. How sure it is of the name is in the tooltip. */
function Origin({ region }: { region: Region }): ReactElement {
  const { name, score, category } = region
  const isItsName = name != null && name.word === category
  const title = isItsName ? nameWords.scoreExplain(category, name.score, score) : words.scoreExplain
  return (
    <span className={styles.origin} title={score === null && !isItsName ? undefined : title}>
      {originOf(region)}
    </span>
  )
}

function originOf({ source, score }: Region): string {
  if (source.kind === 'person') {
    return words.byPerson
  }
  return source.kind === 'imported' ? words.imported : score === null ? '' : words.score(score)
}

function RegionButtons({ region }: { region: Region }): ReactElement {
  const { id, status } = region
  return (
    <>
      <RegionIcon
        label={words.accept}
        actionId="review.regionAccept"
        isOn={status === 'accepted'}
        hasKey
        onClick={() => markRegion(id, 'accepted')}
      >
        <IconCheck size={14} />
      </RegionIcon>
      <RegionIcon
        label={words.reject}
        actionId="review.regionReject"
        isOn={status === 'rejected'}
        hasKey
        onClick={() => markRegion(id, 'rejected')}
      >
        <IconX size={14} />
      </RegionIcon>
      <RegionIcon
        label={words.delete}
        actionId="review.regionDelete"
        onClick={() => applyEdit(labels.regionRemove, (document) => removeRegion(document, id))}
      >
        <IconTrash size={14} />
      </RegionIcon>
    </>
  )
}

interface CategoryFieldProps {
  category: string
  categories: string[]
  onStore(typed: string, since: number | undefined): void
}

/** The category of a region: one of those known, or a new one. */
function CategoryField({ category, categories, onStore }: CategoryFieldProps): ReactElement {
  const draft = useDraft(
    category,
    onStore,
    null,
    useReviewDocument(({ open }) => open?.version),
  )
  const field = useField<HTMLInputElement>(CATEGORY_FIELD)
  return (
    <Autocomplete
      className={styles.categoryField}
      ref={field}
      aria-label={text.review.regions.category}
      data={categories}
      value={draft.value}
      maxLength={120}
      onChange={draft.onChange}
      onOptionSubmit={(chosen) => {
        draft.onChange(chosen)
        draft.commit()
      }}
      onBlur={draft.commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          draft.revert()
          event.currentTarget.blur()
        } else if (event.key === 'Enter') {
          // leaving commits, after Enter has taken the suggestion that is marked
          const field = event.currentTarget
          queueMicrotask(() => field.blur())
        }
      }}
    />
  )
}
