import type { ReactElement } from 'react'
import type { PairRow } from '../../src/contract/project'
import { usePairList } from './list'
import styles from './PairName.module.css'

/** The key; under the heading of its sequence the eye is shown the dates alone, which tell the pairs apart. */
export function PairName({ row: { key, sequence } }: { row: PairRow }): ReactElement {
  const isUnderHeading = usePairList(({ order }) => order === 'sequence')
  const place = `${sequence?.name}/`
  return isUnderHeading && sequence !== null && key.startsWith(place) ? (
    <>
      <span className={styles.place}>{place}</span>
      <Slice name={key.slice(place.length)} />
    </>
  ) : (
    <Slice name={key} />
  )
}

/** A slice keeps its number, which tells it from the others of its file, where the name is cut. */
function Slice({ name }: { name: string }): ReactElement {
  const end = name.lastIndexOf('#')
  return end <= 0 ? (
    <>{name}</>
  ) : (
    <span className={styles.slice}>
      <span className={styles.file}>{name.slice(0, end)}</span>
      {name.slice(end)}
    </span>
  )
}
