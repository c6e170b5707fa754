import { Slider } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/en'
import { useThresholdInUse } from '../../state/proposers'
import { forgetThreshold, moveThreshold, thresholdOf, THRESHOLDS, useThreshold } from '../commands/threshold'
import { useReviewDocument } from '../document'
import styles from './RegionPanel.module.css'

const words = text.review.regions
const KEYS = ['review.thresholdLower', 'review.thresholdRaise'] as const

/** Moves the threshold of the pair at hand, where what proposes has probabilities to cut. */
export function ThresholdSlider({ pairId }: { pairId: number }): ReactElement | null {
  const initial = useThresholdInUse()
  const value = useThreshold((threshold) => thresholdOf(threshold, pairId, initial ?? 0))
  const isBroken = useReviewDocument(({ open }) => open?.pair.problem != null)
  useEffect(() => forgetThreshold, [pairId])
  if (initial === null) {
    return null
  }
  return (
    <div
      className={styles.threshold}
      title={`${words.thresholdExplain}\n${KEYS.map((id) => withKeys(text.keys.actions[id], id)).join('\n')}`}
    >
      <span>{words.threshold}</span>
      <Slider
        size="xs"
        className={styles.thresholdSlider}
        thumbLabel={words.threshold}
        min={THRESHOLDS.least}
        max={THRESHOLDS.most}
        step={THRESHOLDS.step}
        label={null}
        disabled={isBroken}
        value={value}
        onChange={(next) => {
          const { open } = useReviewDocument.getState()
          if (open?.pair.id === pairId) {
            void moveThreshold(pairId, open.version, next)
          }
        }}
      />
      <span className={styles.figure}>{value.toFixed(2)}</span>
    </div>
  )
}
