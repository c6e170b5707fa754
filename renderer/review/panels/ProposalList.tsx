import { Button, Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import type { OpenPair, ProposalComparison } from '../../../src/contract/pairs'
import type { ProposalSummary } from '../../../src/contract/proposal'
import type { Region, PairDocument } from '../../../src/domain/document'
import { spellAgo } from '../../components/duration'
import shared from '../../components/shared.module.css'
import { engine } from '../../engine'
import { attempt } from '../../state/notices'
import { useProposalTitle } from '../../state/proposers'
import { useQuery } from '../../state/use-query'
import { text } from '../../text/chosen'
import { commitDrafts } from '../commands/drafts'
import {
  DIFFERENCE_PARTS,
  hideDifference,
  showDifference,
  useMaskDifference,
} from '../commands/mask-difference'
import { useReviewDocument, applyEdit } from '../document'
import styles from './ProposalPanel.module.css'
import { categoryColor } from '../../components/colors'
import { rleArea } from '../../../src/mask/rle'
import { takeRegion } from '../commands/edits'
import { useProposalChanges } from './use-proposal-changes'
import { spellMessage } from '../../text/message'

const words = text.review.proposal

/** Milliseconds after the last edit. */
const PAUSE = 300
/** Stands for the document among the options. */
const DOCUMENT = ''

/** Every proposal for the pair, beside the document or beside one of them. */
export function ProposalList({ open, isAsked }: { open: OpenPair; isAsked: boolean }): ReactElement | null {
  const { baseProposalId, proposal, version } = open
  const pairId = open.pair.id
  const changes = useProposalChanges(pairId)
  const list = useQuery(`${pairId} ${proposal?.id ?? null} ${isAsked} ${changes}`, () =>
    engine.call('proposals.list', { pairId }),
  )
  const proposals = (list.value ?? []).filter((each) => each.pairId === pairId)
  const hasOthers = proposals.some(({ id }) => id !== baseProposalId)
  const [chosen, setChosen] = useState<number | null>(null)
  const againstId = proposals.some(({ id }) => id === chosen) ? chosen : null
  const compared = useQuery(
    hasOthers ? `${pairId} ${version} ${againstId} ${proposals.map(({ id }) => id).join(' ')}` : null,
    () => engine.call('proposals.compare', { pairId, againstId }),
    PAUSE,
  )
  // what is shown is the difference to a document that is another one now
  useEffect(() => hideDifference, [pairId, version, againstId])
  if (!hasOthers) {
    return null
  }
  return (
    <>
      <Against proposals={proposals} value={againstId} onChange={setChosen} />
      <ul className={styles.list} aria-label={words.earlier}>
        {proposals.map((each) => (
          <Row
            key={each.id}
            open={open}
            proposal={each}
            comparison={compared.value?.find(({ proposalId }) => proposalId === each.id) ?? null}
            againstId={againstId}
          />
        ))}
      </ul>
    </>
  )
}

function Against(props: {
  proposals: readonly ProposalSummary[]
  value: number | null
  onChange: (proposalId: number | null) => void
}): ReactElement {
  const { proposals, value, onChange } = props
  const title = useProposalTitle()
  return (
    <Select
      label={words.against}
      size="xs"
      className={styles.against}
      allowDeselect={false}
      value={value === null ? DOCUMENT : String(value)}
      data={[
        { value: DOCUMENT, label: words.document },
        ...proposals.map((each) => ({
          value: String(each.id),
          label: `${title(each)}, ${spellAgo(each.madeAt)}`,
        })),
      ]}
      onChange={(wanted) => onChange(wanted === null || wanted === DOCUMENT ? null : Number(wanted))}
    />
  )
}

interface RowProps {
  open: OpenPair
  proposal: ProposalSummary
  /** Null while it is computed. */
  comparison: ProposalComparison | null
  againstId: number | null
}

function Row({ open, proposal, comparison, againstId }: RowProps): ReactElement {
  const title = useProposalTitle()(proposal)
  const [areRegionsShown, setRegionsShown] = useState(false)
  const isDocument = open.version === 0 && proposal.id === open.baseProposalId
  return (
    <li>
      <div className={styles.listHead}>
        <span className={styles.listName} title={proposal.remarks.map(spellMessage).join('\n')}>
          {title}
          <span className={shared.note}>
            {' '}
            {proposal.id === open.baseProposalId ? words.present : spellAgo(proposal.madeAt)}
          </span>
        </span>
        {isDocument ? null : <AdoptButton proposalId={proposal.id} />}
      </div>
      <div className={shared.note}>
        {words.compared(proposal.score, proposal.regionCount, comparison?.iou ?? null)}
      </div>
      {comparison?.caption == null ? null : <p data-selectable>{comparison.caption}</p>}
      <div className={styles.listButtons}>
        <Button
          size="compact-xs"
          variant={areRegionsShown ? 'light' : 'subtle'}
          aria-expanded={areRegionsShown}
          disabled={proposal.regionCount === 0}
          onClick={() => setRegionsShown(!areRegionsShown)}
        >
          {words.regions}
        </Button>
        <DifferenceButton open={open} proposalId={proposal.id} againstId={againstId} />
      </div>
      {areRegionsShown ? <ProposalRegions open={open} proposalId={proposal.id} title={title} /> : null}
    </li>
  )
}

function AdoptButton({ proposalId }: { proposalId: number }): ReactElement {
  return (
    <Button
      size="compact-xs"
      variant="default"
      title={words.adoptExplain}
      onClick={() => {
        commitDrafts()
        void useReviewDocument.getState().adopt(proposalId)
      }}
    >
      {words.adopt}
    </Button>
  )
}

/** Shows on the canvas, by colour, what only one of two masks covers. */
function DifferenceButton(props: {
  open: OpenPair
  proposalId: number
  againstId: number | null
}): ReactElement {
  const { open, proposalId, againstId } = props
  const isShown = useMaskDifference((shown) => shown.proposalId === proposalId)
  async function toggle(): Promise<void> {
    if (isShown) {
      hideDifference()
      return
    }
    const one = await attempt(regionsOf(proposalId))
    const answered = againstId === null ? null : await attempt(regionsOf(againstId))
    const { open: now } = useReviewDocument.getState()
    const other = againstId === null ? (now?.document.regions ?? null) : answered
    if (one !== null && other !== null && now?.pair.id === open.pair.id) {
      showDifference({ pairId: open.pair.id, proposalId, size: open.pair }, one, other)
    }
  }
  return (
    <>
      <Button
        size="compact-xs"
        variant={isShown ? 'light' : 'subtle'}
        aria-pressed={isShown}
        title={words.differenceExplain}
        disabled={proposalId === againstId}
        onClick={() => void toggle()}
      >
        {words.difference}
      </Button>
      {isShown
        ? DIFFERENCE_PARTS.map((part, index) => (
            <span key={part} className={styles.part}>
              <span style={{ background: categoryColor(part) }} aria-hidden />
              {words.parts[index]}
            </span>
          ))
        : null}
    </>
  )
}

async function regionsOf(proposalId: number): Promise<readonly Region[]> {
  return (await engine.call('proposals.get', { proposalId })).regions
}

/** The regions of a proposal, each of which can be taken into the document alone. */
function ProposalRegions(props: { open: OpenPair; proposalId: number; title: string }): ReactElement {
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
