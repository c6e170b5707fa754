import { Textarea, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import type { ReactElement, ReactNode, Ref } from 'react'
import styles from './PanelParts.module.css'
import { presentBindings } from '../../keys/actions'
import type { ActionId } from '../../keys/actions'
import { isMac, keyCaps } from '../../keys/bindings'
import type { DraftField } from '../commands/drafts'
import { useIsLooking } from '../commands/claims'
import { useEngineState } from '../../state/engine-state'
import { setFolded, useFolded } from '../../state/folded'
import type { SectionId } from '../../state/folded'

interface SectionProps {
  id: SectionId
  title: string
  /** Beside the title: a count, a button. */
  aside?: ReactNode
  isFoldedAtFirst?: boolean
  children: ReactNode
}

export function Section({ id, title, aside, isFoldedAtFirst = false, children }: SectionProps): ReactElement {
  const isFolded = useFolded((folded) => folded[id] ?? isFoldedAtFirst)
  const contentId = useId()
  const isDisabled = useIsLooking()
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <UnstyledButton
          className={styles.sectionTitle}
          aria-expanded={!isFolded}
          aria-controls={contentId}
          onClick={() => setFolded(id, !isFolded)}
        >
          {isFolded ? <IconChevronRight aria-hidden /> : <IconChevronDown aria-hidden />}
          {title}
        </UnstyledButton>
        <fieldset className={styles.fields} disabled={isDisabled}>
          {aside}
        </fieldset>
      </div>
      <div id={contentId} hidden={isFolded} className={styles.sectionBody}>
        {isFolded ? null : (
          <fieldset className={styles.fields} disabled={isDisabled}>
            {children}
          </fieldset>
        )}
      </div>
    </section>
  )
}

interface DraftTextProps {
  label: string
  placeholder: string
  description?: string
  maxRows: number
  maxLength: number
  draft: DraftField
  field?: Ref<HTMLTextAreaElement>
}

/** A text that is stored as it is typed; Escape leaves it. */
export function DraftText({ label, draft, field, ...rest }: DraftTextProps): ReactElement {
  return (
    <Textarea
      ref={field ?? null}
      aria-label={label}
      autosize
      minRows={1}
      {...rest}
      value={draft.value}
      onChange={(event) => draft.onChange(event.currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.currentTarget.blur()
        }
      }}
    />
  )
}

interface KeyOnButtonProps {
  actionId: ActionId
  /** A key that takes more has no room. */
  lettersAtMost: number
}

/** The first key of an action, drawn on its button; its tooltip has them all. */
export function KeyOnButton({ actionId, lettersAtMost }: KeyOnButtonProps): ReactElement | null {
  useEngineState((state) => state.settings.keys)
  const key = presentBindings().get(actionId)?.[0]
  const spelt = key === undefined ? '' : keyCaps(key, isMac).join('+')
  return spelt === '' || spelt.length > lettersAtMost ? null : (
    <span aria-hidden className={styles.keyOnButton}>
      {spelt}
    </span>
  )
}
