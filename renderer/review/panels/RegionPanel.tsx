import { ActionIcon, Autocomplete, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'
import type { PairDocument, Region } from '../../../src/domain/document'
import { withKeys } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { text } from '../../text/en'
import { categoryColor } from '../../components/colors'
import { DEFAULT_CATEGORY, useReviewSession } from '../session'
import { markRegion, newRegion } from '../commands/actions'
import { applyEdit } from '../commands/apply-edit'
import { remask } from '../commands/chain'
import { ChainButton, ChainProgress } from './ChainButton'
import { CategoryField } from './CategoryField'
import { removeRegion, setCategory } from '../commands/edits'
import shared from '../../components/shared.module.css'
import styles from './RegionPanel.module.css'
import { KeyOnButton, Section } from './PanelParts'
import { engine } from '../../engine'
import { useQuery } from '../../state/use-query'

const words = text.review.regions
const labels = text.review.labels

export function RegionPanel({ pairId, document }: { pairId: number; document: PairDocument }): ReactElement {
  const { regions } = document
  const categories = useCategories(document)
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
          <Icon label={words.add} actionId="review.regionNew" onClick={newRegion}>
            <IconPlus size={14} />
          </Icon>
        </>
      }
    >
      <ChainProgress pairId={pairId} questions={['remask']} />
      {regions.length === 0 ? <p className={shared.note}>{words.none}</p> : null}
      <ul className={styles.regions} aria-label={words.title}>
        {regions.map((region, index) => (
          <RegionRow key={region.id} region={region} number={index + 1} categories={categories} />
        ))}
      </ul>
      <NewCategory categories={categories} />
    </Section>
  )
}

/** What the next painted region is called. */
function NewCategory({ categories }: { categories: string[] }): ReactElement {
  const category = useReviewSession((session) => session.category)
  const setSession = useReviewSession((session) => session.setCategory)
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
        onBlur={() => {
          if (category.trim() === '') {
            setSession(DEFAULT_CATEGORY)
          }
        }}
      />
    </div>
  )
}

interface RegionRowProps {
  region: Region
  number: number
  categories: string[]
}

function RegionRow({ region, number, categories }: RegionRowProps): ReactElement {
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
      <UnstyledButton
        className={styles.regionName}
        aria-pressed={isSelected}
        aria-label={`${words.region(number, category)}, ${words.status[status]}`}
        onClick={() => selectRegion(isSelected ? null : id)}
      >
        <span className={styles.swatch} style={{ background: categoryColor(category) }} />
        {isSelected ? null : <span className={styles.category}>{category}</span>}
      </UnstyledButton>
      {isSelected ? (
        <CategoryField
          category={category}
          categories={categories}
          onStore={(typed) =>
            applyEdit(labels.category(typed), (document) => setCategory(document, id, typed))
          }
        />
      ) : null}
      <span className={styles.origin} title={region.score === null ? undefined : words.scoreExplain}>
        {originOf(region)}
      </span>
      <RegionButtons region={region} />
    </li>
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
      <Icon
        label={words.accept}
        actionId="review.regionAccept"
        isOn={status === 'accepted'}
        hasKey
        onClick={() => markRegion(id, 'accepted')}
      >
        <IconCheck size={14} />
      </Icon>
      <Icon
        label={words.reject}
        actionId="review.regionReject"
        isOn={status === 'rejected'}
        hasKey
        onClick={() => markRegion(id, 'rejected')}
      >
        <IconX size={14} />
      </Icon>
      <Icon
        label={words.delete}
        actionId="review.regionDelete"
        onClick={() => applyEdit(labels.regionRemove, (document) => removeRegion(document, id))}
      >
        <IconTrash size={14} />
      </Icon>
    </>
  )
}

interface IconProps {
  label: string
  actionId: ActionId
  isOn?: boolean
  /** Beside the icon; seen on the selected region, which the keys act on. */
  hasKey?: boolean
  onClick(): void
  children: ReactNode
}

function Icon({ label, actionId, isOn, hasKey = false, onClick, children }: IconProps): ReactElement {
  return (
    <Tooltip label={withKeys(label, actionId)}>
      <ActionIcon
        size={22}
        className={hasKey ? styles.keyedIcon : undefined}
        variant={isOn === true ? 'filled' : 'subtle'}
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {children}
        {hasKey ? <KeyOnButton actionId={actionId} lettersAtMost={1} /> : null}
      </ActionIcon>
    </Tooltip>
  )
}

/** The project's categories with those of the open pair, in alphabetical order. */
function useCategories(document: PairDocument): string[] {
  const present = document.regions.map(({ category }) => category).join('\n')
  const { value } = useQuery(present, () => engine.call('categories.list', {}))
  return useMemo(
    () =>
      [...new Set([...(value ?? []), ...present.split('\n'), 'change'])].filter((name) => name !== '').sort(),
    [value, present],
  )
}
