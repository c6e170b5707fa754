import { Button } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Region } from '../../../src/domain/document'
import type { RegionName } from '../../../src/domain/region-name'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/en'
import { separateRegion } from '../commands/names'
import styles from './RegionPanel.module.css'

const words = text.review.names

/** Why the region has its name, or had one before a person changed it; and what it was joined from. */
export function NameEvidence({ region }: { region: Region }): ReactElement | null {
  const { name, parts = [] } = region
  if (name == null && parts.length === 0) {
    return null
  }
  return (
    <div className={styles.evidence}>
      {name == null ? null : <p data-selectable>{sentenceOf(name, region.category)}</p>}
      {parts.length === 0 ? null : (
        <div className={styles.joined}>
          {words.joined(parts.length)}
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconArrowsSplit2 size={12} />}
            title={[withKeys(words.takeApart, 'review.takeApart'), words.takeApartExplain].join('\n')}
            onClick={() => separateRegion(region)}
          >
            {words.takeApart}
          </Button>
        </div>
      )}
    </div>
  )
}

function sentenceOf(name: RegionName, category: string): string {
  const { word, score, seen, why } = name
  if (word === category) {
    return why.charAt(0).toUpperCase() + why.slice(1)
  }
  return (seen === null ? words.taughtAs : words.seenAs)(word, words.percent(score), why)
}
