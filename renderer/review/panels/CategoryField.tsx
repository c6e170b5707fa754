import { Autocomplete } from '@mantine/core'
import type { ReactElement } from 'react'
import { text } from '../../text/en'
import styles from './RegionPanel.module.css'
import { useDraft } from '../commands/drafts'
import { CATEGORY_FIELD } from '../commands/fields'
import { useField } from '../../state/fields'

interface CategoryFieldProps {
  category: string
  categories: string[]
  onStore(typed: string): void
}

/** The category of a region: one of those known, or a new one. */
export function CategoryField({ category, categories, onStore }: CategoryFieldProps): ReactElement {
  const draft = useDraft(category, onStore, null)
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
