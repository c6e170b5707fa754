import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Region, PairDocument } from '../../../src/domain/document'
import { rleArea } from '../../../src/mask/rle'
import shared from '../../components/shared.module.css'
import { engine } from '../../engine'
import { useQuery } from '../../state/use-query'
import { text } from '../../text/chosen'
import { takeRegion } from '../commands/edits'
import { applyEdit } from '../document'
import styles from './ProposalPanel.module.css'

const words = text.review.proposal

/** The regions of a proposal, each of which can be taken into the document alone. */
export function ProposalRegions(props: { open: OpenPair; proposalId: number; title: string }): ReactElement {
  const { open, proposalId, title } = props
  const { value, problem } = useQuery(String(proposalId), () => engine.call('proposals.get', { proposalId }))
  return (
    <ul className={styles.regions} aria-label={words.regionsOf(title)}>
      {problem === null ? null : <li className={shared.note}>{problem}</li>}
      {value?.regions.map((region) => (
        <li key={region.id}>
          <span className={styles.listName}>
            {region.category}
            <span className={shared.note}> {words.region(region.score, rleArea(region.mask))}</span>
          </span>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={words.takeRegion(region.category)}
            title={words.takeExplain}
            disabled={isTaken(region, open.document)}
            onClick={() => applyEdit(words.taken(title), (document) => takeRegion(document, region))}
          >
            {words.take}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Whether the document has the same masks already. */
function isTaken({ mask, beforeMask }: Region, { regions }: PairDocument): boolean {
  return regions.some(
    (region) =>
      region.mask.counts === mask.counts &&
      (region.beforeMask?.counts ?? null) === (beforeMask?.counts ?? null),
  )
}
