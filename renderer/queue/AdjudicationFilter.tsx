import { UnstyledButton } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { engine } from '../engine'
import { useQuery } from '../state/use-query'
import { text } from '../text/chosen'
import { useStorePath } from './blind-reviews/dialog'
import { usePairList } from './list'
import styles from './QueueBar.module.css'

const words = text.others.reviews

/** Only pairs that wait for adjudication, the least alike first. For adjudicators, where any pair has blind reviews. */
export function AdjudicationFilter(): ReactElement | null {
  const isOn = usePairList((list) => list.filter.isToAdjudicate === true)
  const { value } = useQuery(useStorePath(), () => engine.call('overlap.list', {}))
  if (!isOn && (value === null || value.length === 0)) {
    return null
  }
  function change(): void {
    const { setFilter, setOrder } = usePairList.getState()
    setFilter({ isToAdjudicate: !isOn })
    setOrder(isOn ? 'key' : 'review-disagreement')
  }
  return (
    <UnstyledButton
      className={styles.state}
      aria-pressed={isOn}
      title={words.filterExplain}
      onClick={change}
      data-keep-focus
    >
      <IconScale size={14} aria-hidden />
      {words.filter}
    </UnstyledButton>
  )
}
