import { Button, Modal } from '@mantine/core'
import type { KeyboardEvent, ReactElement } from 'react'
import type { PairReviews } from '../../../src/contract/overlap'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Frame, PairDocument } from '../../../src/domain/document'
import { rankedCaptions, unrejectedRegions } from '../../../src/domain/review'
import { rleArea } from '../../../src/mask/rle'
import { ordinalColor } from '../../components/colors'
import { StateMark } from '../../components/ReviewStates'
import shared from '../../components/shared.module.css'
import { text } from '../../text/chosen'
import { VersionPicture } from '../stale/VersionPicture'
import { closeReviews, take, useAdjudication } from './adjudicate'
import styles from './Reviews.module.css'

const words = text.others.reviews

/** Several people's reviews of the open pair side by side, and the choice between them. */
export function ReviewsDialog({ open }: { open: OpenPair }): ReactElement {
  const shown = useAdjudication((store) => store.shown)
  const isThere = shown?.pairId === open.pair.id
  return (
    <Modal opened={isThere} onClose={closeReviews} title={words.title(open.pair.key)} size="90%">
      {isThere ? <Reviews reviews={shown} open={open} /> : null}
    </Modal>
  )
}

/** One that can be taken. */
interface Column {
  readonly name: string
  readonly label: string
  readonly key: string
  readonly color: string
  readonly document: PairDocument
  run(): void
}

function Reviews({ reviews: all, open }: { reviews: PairReviews; open: OpenPair }): ReactElement {
  const { reviews, agreement, vote } = all
  const columns: Column[] = reviews.map(({ reviewer, document }, index) => ({
    name: reviewer,
    label: words.takeOne(reviewer),
    key: String(index + 1),
    color: ordinalColor(index),
    document,
    run: () => void take({ kind: 'review', reviewer }),
  }))
  if (vote !== null) {
    columns.push({
      name: words.vote,
      label: words.takeVote,
      key: 'v',
      color: ordinalColor(reviews.length),
      document: vote,
      run: () => void take({ kind: 'vote' }),
    })
  }
  const frame = frameOf(columns)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons within
    <div onKeyDown={(event) => choose(columns, event)}>
      <p className={shared.note}>{words.explain}</p>
      <p data-selectable>
        {agreement.iou === null ? words.otherSizes : words.iou(agreement.iou)}{' '}
        {agreement.isDecisionShared ? words.decisionsShared : words.decisionsDiffer}
      </p>
      <div className={styles.reviews}>
        {columns.map((column, index) => (
          <Review key={column.key} column={column} frame={frame} open={open} isFirst={index === 0} />
        ))}
      </div>
      <div className={styles.foot}>
        <Button variant="subtle" onClick={closeReviews}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}

function choose(columns: readonly Column[], event: KeyboardEvent): void {
  const column = columns.find(({ key }) => key === event.key.toLowerCase())
  if (column !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    column.run()
  }
}

/** The after frame, unless all masks are in the before frame. */
function frameOf(columns: readonly Column[]): Frame {
  const regions = columns.flatMap(({ document }) => unrejectedRegions(document))
  const isAfter = regions.length === 0 || regions.some(({ mask }) => rleArea(mask) > 0)
  return isAfter ? 'after' : 'before'
}

function Review(props: { column: Column; frame: Frame; open: OpenPair; isFirst: boolean }): ReactElement {
  const { column, frame, open, isFirst } = props
  const { name, label, key, color, document, run } = column
  const regions = unrejectedRegions(document)
  const captions = rankedCaptions(document)
  const isPictured = open.pair.tiles === null && open.pair.width > 0 && open.pair.problem === null
  return (
    <section className={styles.review} aria-label={name}>
      {isPictured ? (
        <VersionPicture
          open={open}
          document={document}
          frame={frame}
          regionIds={regions.map(({ id }) => id)}
          color={color}
          label={name}
        />
      ) : (
        <h3>{name}</h3>
      )}
      {isPictured ? null : <p className={shared.note}>{text.others.stale.tooLarge}</p>}
      <p className={styles.state}>
        <StateMark state={document.review.state} isNamed /> {words.regions(regions.length)}
      </p>
      <ul className={styles.captions}>
        {captions.map(({ id, text: caption }) => (
          <li key={id} data-selectable>
            {caption}
          </li>
        ))}
      </ul>
      {captions.length === 0 ? <p className={shared.note}>{words.noCaption}</p> : null}
      <Button
        variant={isFirst ? 'filled' : 'default'}
        onClick={run}
        data-autofocus={isFirst || undefined}
        aria-keyshortcuts={key}
      >
        {`${label} (${key.toUpperCase()})`}
      </Button>
    </section>
  )
}
