/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- rows are chosen as a whole, and their keys are actions (actions.ts) */
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Model, ModelList } from '../../src/contract/models'
import { text } from '../text/chosen'
import { spellBytes, spellDate } from '../text/spelling'
import { useScrollWhenChosen } from '../components/use-scroll-when-chosen'
import shared from '../components/shared.module.css'
import styles from './ModelTable.module.css'
import parts from './parts.module.css'
import { spellScore, titleOf } from './spell'
import { useSelection } from './commands'
import { spellMessage } from '../text/message'

const words = text.models

export function ModelTable({ list, presentId }: { list: ModelList; presentId: string | null }): ReactElement {
  return (
    <div className={styles.table}>
      <div className={styles.tableHead} aria-hidden>
        <span>{words.columns.model}</span>
        <span data-column="parent">{words.columns.parent}</span>
        <span>{words.columns.data}</span>
        <span data-column="created">{words.columns.created}</span>
        <span className={styles.number}>{words.columns.maskIou}</span>
        <span className={styles.number}>{words.columns.ciderD}</span>
        <span className={styles.number}>{words.columns.size}</span>
      </div>
      <div
        role="listbox"
        aria-label={words.list}
        aria-activedescendant={presentId === null ? undefined : rowId(presentId)}
        tabIndex={0}
        data-pane
      >
        {list.models.map((model) => (
          <Row key={model.folder ?? model.id} model={model} list={list} isPresent={model.id === presentId} />
        ))}
      </div>
    </div>
  )
}

function rowId(id: string): string {
  return `model-${id}`
}

function Row({
  model,
  list,
  isPresent,
}: {
  model: Model
  list: ModelList
  isPresent: boolean
}): ReactElement {
  const { id, title, origin, problem } = model
  const ref = useScrollWhenChosen<HTMLDivElement>(isPresent)
  return (
    <div
      ref={ref}
      id={rowId(id)}
      role="option"
      className={styles.row}
      aria-selected={isPresent}
      data-cursor={isPresent || undefined}
      tabIndex={-1}
      onClick={() => useSelection.setState({ cursorId: id })}
    >
      <span className={styles.name}>
        <span className={parts.nameLine}>
          <span className={parts.title} title={title}>
            {title}
          </span>
          <ModelMarks model={model} list={list} />
        </span>
        {problem === null ? (
          <span className={`${shared.dim} ${styles.origin}`}>{words.origins[origin]}</span>
        ) : (
          <span className={styles.problem} title={spellMessage(problem)}>
            <IconAlertTriangle size={12} aria-hidden />
            <span>{spellMessage(problem)}</span>
          </span>
        )}
      </span>
      {origin === 'built-in' ? (
        <span className={styles.untaught}>{words.untaught}</span>
      ) : (
        <Facts model={model} list={list} />
      )}
    </div>
  )
}

/** A cell for each column after the first. */
function Facts({ model, list }: { model: Model; list: ModelList }): ReactElement {
  const { parent, data, pairCount, createdAt, bytes } = model
  return (
    <>
      <span data-column="parent" className={styles.cell}>
        {parent === null ? words.none : titleOf(list, parent)}
      </span>
      <span className={styles.cell} title={data.join(', ')}>
        {data.length === 0 ? words.none : data.join(', ')}
        {pairCount === null ? null : (
          <span className={`${shared.dim} ${styles.pairs}`}>{words.pairs(pairCount)}</span>
        )}
      </span>
      <span data-column="created" className={styles.cell}>
        {createdAt === null ? words.none : spellDate(createdAt)}
      </span>
      <span className={styles.number}>{spellScore(model, 'mask-iou')}</span>
      <span className={styles.number}>{spellScore(model, 'cider-d')}</span>
      <span className={styles.number}>{bytes === null ? words.none : spellBytes(bytes)}</span>
    </>
  )
}

const markWords = text.models.marks

/** Marks of a model: it proposes, it is promoted but does not propose, it is the default. */
export function ModelMarks({ model: { id }, list }: { model: Model; list: ModelList }): ReactElement | null {
  const isInUse = id === list.inUse
  const isPromoted = !isInUse && id === list.project?.present
  const isDefault = id === list.byDefault.present
  if (!isInUse && !isPromoted && !isDefault) {
    return null
  }
  return (
    <>
      {isInUse ? (
        <span className={styles.mark} data-strong>
          {markWords.inUse}
        </span>
      ) : null}
      {isPromoted ? <span className={styles.mark}>{markWords.promoted}</span> : null}
      {isDefault ? <span className={styles.mark}>{markWords.byDefault}</span> : null}
    </>
  )
}
