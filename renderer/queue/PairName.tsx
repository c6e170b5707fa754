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
      {key.slice(place.length)}
    </>
  ) : (
    <>{key}</>
  )
}
