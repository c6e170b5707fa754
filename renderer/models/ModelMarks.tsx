import type { ReactElement } from 'react'
import type { Model, ModelList } from '../../src/contract/models'
import { text } from '../text/en'
import styles from './Models.module.css'

const words = text.models.marks

/** What a model is at: it proposes, it should, it is the default. */
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
          {words.inUse}
        </span>
      ) : null}
      {isPromoted ? <span className={styles.mark}>{words.promoted}</span> : null}
      {isDefault ? <span className={styles.mark}>{words.byDefault}</span> : null}
    </>
  )
}
