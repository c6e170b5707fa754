import { Slider } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { text } from '../../text/en'
import { isAnsweredByProposing, useProposers } from '../../state/proposers'
import { DEFAULT_THRESHOLD, forgetThreshold, moveThreshold, useThreshold } from '../commands/threshold'
import { useReviewDocument } from '../document'
import styles from './RegionPanel.module.css'

const words = text.review.regions

/** Moves the threshold of the pair at hand, where what proposes has probabilities to cut. */
export function ThresholdSlider({ pairId }: { pairId: number }): ReactElement | null {
  const canCut = isAnsweredByProposing(useProposers(), 'threshold')
  const value = useThreshold((threshold) =>
    threshold.pairId === pairId ? threshold.value : DEFAULT_THRESHOLD,
  )
  const isBroken = useReviewDocument(({ open }) => open?.pair.problem != null)
  useEffect(() => forgetThreshold, [pairId])
  if (!canCut) {
    return null
  }
  return (
    <div className={styles.threshold} title={words.thresholdExplain}>
      <span>{words.threshold}</span>
      <Slider
        size="xs"
        className={styles.thresholdSlider}
        thumbLabel={words.threshold}
        min={0.05}
        max={0.95}
        step={0.05}
        label={null}
        disabled={isBroken}
        marks={[{ value: DEFAULT_THRESHOLD }]}
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
