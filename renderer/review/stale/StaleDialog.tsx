import { Button, Modal } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactElement, RefObject } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Frame, PairDocument } from '../../../src/domain/document'
import shared from '../../components/shared.module.css'
import { spellAgo } from '../../components/duration'
import { categoryColor } from '../../components/colors'
import { text } from '../../text/chosen'
import { otherWho, useOtherAt, wordsOf } from '../../state/claims'
import { useViewOnly, viewOnlyReason } from '../../state/view-only'
import { takeOver } from '../commands/claims'
import { useReviewDocument } from '../document'
import { decideLater, takeMine, takeTheirs } from './decide'
import { canJoin, paintedIds, rowsOf } from './rows'
import type { Row } from './rows'
import { mineOf, useStaleWork } from './stale-work'
import type { StaleWork } from './stale-work'
import { VersionPicture } from './VersionPicture'
import styles from './Stale.module.css'

const words = text.others.stale

/** The person's version of what they changed beside the stored one, and the choice between them. */
export function StaleDialog(): ReactElement {
  const shown = useStaleWork((store) => store.shown)
  const open = useReviewDocument((store) => store.open)
  const isThere = shown !== null && open?.pair.id === shown.pairId
  return (
    <Modal opened={isThere} onClose={decideLater} title={words.title(shown?.key ?? '')} size="xl">
      {isThere ? <Versions work={shown} open={open} /> : null}
    </Modal>
  )
}

function Versions({ work, open }: { work: StaleWork; open: OpenPair }): ReactElement {
  const rows = rowsOf(work, open.document)
  const isJoinable = canJoin(work, open.document)
  const refusal = useRefusal(open.pair.id)
  const first = useFocusOnceAllowed(refusal === null)
  const isEdit = { isDisabled: refusal !== null }
  const choices: Choice[] = [
    { label: words.mine, ...isEdit, run: () => takeMine(work, 'mine') },
    { label: words.theirs, isDisabled: false, run: () => takeTheirs(work) },
    ...(isJoinable ? [{ label: words.joined, ...isEdit, run: () => takeMine(work, 'joined') }] : []),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons within
    <div onKeyDown={(event) => choose(choices, event)}>
      <p className={shared.note}>{words.explain}</p>
      <ul>
        {work.others.map(({ actor, label, at }) => (
          <li key={`${actor} ${at} ${label}`} data-selectable>
            {words.changed(otherWho(actor) ?? words.you, label, spellAgo(at))}
          </li>
        ))}
      </ul>
      <Pictures work={work} open={open} />
      <Comparison rows={rows} />
      {refusal}
      <div className={styles.choices}>
        {choices.map(({ label, isDisabled, run }, index) => (
          <Button
            key={label}
            ref={index === 0 ? first : undefined}
            variant={index === 0 ? 'filled' : 'default'}
            onClick={run}
            disabled={isDisabled}
            data-autofocus={(index === 0 && !isDisabled) || undefined}
            aria-keyshortcuts={String(index + 1)}
          >
            {`${label} (${index + 1})`}
          </Button>
        ))}
        <Button variant="subtle" onClick={decideLater} data-autofocus={refusal !== null || undefined}>
          {words.later}
        </Button>
      </div>
    </div>
  )
}

/** Why the own version cannot be taken now, with the way to do it; null where it can. */
function useRefusal(pairId: number): ReactElement | null {
  const other = useOtherAt(pairId)
  const viewOnly = useViewOnly()
  if (viewOnly !== null) {
    return <p className={shared.note}>{viewOnlyReason(viewOnly)}</p>
  }
  return other === null ? null : (
    <div className={styles.choices}>
      <output>{wordsOf(other).lookOnly}</output>
      <Button variant="default" onClick={() => void takeOver()} data-autofocus>
        {text.others.claims.takeOver}
      </Button>
    </div>
  )
}

/** For the button that gets the focus when the one that allowed it is gone, so that its keys go on. */
function useFocusOnceAllowed(isAllowed: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAllowed && document.activeElement === document.body) {
      button.current?.focus()
    }
  }, [isAllowed])
  return button
}

interface Choice {
  label: string
  isDisabled: boolean
  run(): void
}

function choose(choices: readonly Choice[], event: KeyboardEvent): void {
  const choice = /^[1-9]$/.test(event.key) ? choices.at(Number(event.key) - 1) : undefined
  if (choice?.isDisabled === false && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    choice.run()
  }
}

function Pictures({ work, open }: { work: StaleWork; open: OpenPair }): ReactElement | null {
  const regionIds = paintedIds(work)
  if (regionIds.length === 0 || open.pair.problem !== null) {
    return null
  }
  if (open.pair.tiles !== null || open.pair.width === 0) {
    return <p className={shared.note}>{words.tooLarge}</p>
  }
  const mine = mineOf(work)
  const frame = frameOf(mine, open.document, regionIds)
  const shownIn = { open, frame, regionIds }
  return (
    <div className={styles.pictures}>
      <VersionPicture
        {...shownIn}
        document={mine}
        color={categoryColor('only in this')}
        label={words.picture.mine}
      />
      <VersionPicture
        {...shownIn}
        document={open.document}
        color={categoryColor('only in the other')}
        label={words.picture.theirs}
      />
    </div>
  )
}

/** Where the masks differ; in the after frame if in both. */
function frameOf(mine: PairDocument, present: PairDocument, ids: readonly string[]): Frame {
  const masks = ({ regions }: PairDocument, frame: Frame): string =>
    regions
      .filter(({ id }) => ids.includes(id))
      .map(({ mask, beforeMask }) => (frame === 'after' ? mask.counts : (beforeMask?.counts ?? '')))
      .join(' ')
  const isSameAfter = masks(mine, 'after') === masks(present, 'after')
  return isSameAfter && masks(mine, 'before') !== masks(present, 'before') ? 'before' : 'after'
}

function Comparison({ rows }: { rows: readonly Row[] }): ReactElement {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.columns.part}</th>
          <th scope="col">{words.columns.mine}</th>
          <th scope="col">{words.columns.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ part, mine, theirs }) => (
          <tr key={`${part} ${mine} ${theirs}`}>
            <th scope="row">{part}</th>
            <td data-selectable>{mine || words.empty}</td>
            <td data-selectable>{theirs || words.empty}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
