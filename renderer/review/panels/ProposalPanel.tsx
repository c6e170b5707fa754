import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { LABEL_PROPOSER } from '../../../src/contract/proposal'
import type { ProposalSummary } from '../../../src/contract/proposal'
import { phraseOfRejected } from '../../../src/domain/rejected-phrase'
import type { CaptionMaskScore } from '../../../src/domain/document'
import type { OpenPair } from '../../../src/contract/pairs'
import { engine } from '../../engine'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/chosen'
import { useEngineState } from '../../state/engine-state'
import { useQuery } from '../../state/use-query'
import shared from '../../components/shared.module.css'
import styles from './ProposalPanel.module.css'
import answer from './answer.module.css'
import { useScoresAgreement, useProposalTitle } from '../../state/proposers'
import { namedMasks } from '../commands/chain-edits'
import { propose, useProposing } from '../commands/actions'
import { usePairPlace } from '../map/georeference'
import { Section } from './PanelParts'
import { ProposalList } from './ProposalList'
import { isBlank, rankedCaptions } from '../../../src/domain/review'
import { message } from '../../../src/messages/message'
import { spellMessage } from '../../text/message'

/** Milliseconds after the last edit: each query runs the model. */
const PAUSE = 700

/**
 * The agreement of captions and regions of the pair as they are now: as proposed where nobody edited them, else
 * computed by the one in use. The last value stays until the answer is there. Null where it cannot compute it.
 */
function useAgreement({ pair, document, version, proposal, baseProposalId }: OpenPair): {
  agreement: CaptionMaskScore | null
  problem: string | null
  isWaiting: boolean
} {
  const isScored = useScoresAgreement()
  const asProposed = proposal?.id === baseProposalId ? (proposal?.agreement ?? null) : null
  const isUntouched = version === 0 && proposal?.id === baseProposalId
  const isQueried = isScored && !isUntouched && pair.problem === null && !isBlank(document)
  const { value, problem, isWaiting } = useQuery(
    isQueried ? `${pair.id} ${version}` : null,
    async () => {
      const regions = namedMasks(document)
      const caption = rankedCaptions(document)[0]?.text ?? ''
      const { agreement } = await engine.call('chain.agree', { pairId: pair.id, regions, caption })
      return { pairId: pair.id, agreement }
    },
    PAUSE,
  )
  if (isUntouched) {
    return { agreement: asProposed, problem: null, isWaiting: false }
  }
  if (value?.pairId === pair.id) {
    return { agreement: value.agreement, problem, isWaiting }
  }
  return { agreement: isQueried && problem === null ? asProposed : null, problem, isWaiting }
}

const words = text.review.proposal

export function ProposalPanel({ open }: { open: OpenPair }): ReactElement {
  const { pair, proposal } = open
  const isAsked = useProposing((store) => store.pairIds.has(pair.id))
  const isInQueue = useEngineState(({ queue }) => queue?.currentKey === pair.key)
  const isWaiting = isAsked || (proposal === null && isInQueue)
  return (
    <Section
      id="proposal"
      title={words.title}
      aside={
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={isAsked || pair.problem !== null}
          leftSection={<IconSparkles size={12} />}
          title={withKeys(text.keys.actions['review.propose'], 'review.propose')}
          onClick={() => void propose()}
        >
          {proposal === null ? words.first : words.again}
        </Button>
      }
    >
      {isWaiting ? (
        <output className={answer.waiting}>
          <Loader size={12} />
          {words.waiting}
        </output>
      ) : null}
      {proposal === null && !isWaiting ? <p className={shared.note}>{words.none}</p> : null}
      {proposal === null ? null : <Summary proposal={proposal} isAsProposed={isAsProposed(open)} />}
      <FramesOnMap pairId={pair.id} />
      <AgreementNow open={open} />
      <ProposalList key={pair.id} open={open} isAsked={isAsked} />
    </Section>
  )
}

/** How the frames were laid over each other by the map, or why not. */
function FramesOnMap({ pairId }: { pairId: number }): ReactElement | null {
  const overlay = usePairPlace((place) =>
    place.pairId === pairId ? (place.georeference?.overlay ?? null) : null,
  )
  return overlay === null ? null : (
    <p className={`${shared.note} ${styles.overlay}`} data-selectable>
      {spellMessage(overlay)}
    </p>
  )
}

/** Whether the masks are still those of the proposal, as far as is known. */
function isAsProposed({ version, document }: OpenPair): boolean {
  return version === 0 || document.review.state === 'accepted'
}

function Summary(props: { proposal: ProposalSummary; isAsProposed: boolean }): ReactElement {
  const { proposal } = props
  const title = useProposalTitle()(proposal)
  const { milliseconds, provider, score, expectedIou, remarks } = proposal
  const stages = Object.entries(milliseconds).filter(([stage]) => stage !== 'total')
  const total = milliseconds.total ?? stages.reduce((sum, [, time]) => sum + time, 0)
  const names = text.shell.provider.names
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{title}</dt>
          <dd title={stages.map(([stage, time]) => `${stage} ${Math.round(time)} ms`).join('\n')}>
            {words.on(total, names[provider])}
          </dd>
        </div>
        <Measure title={words.score} explain={words.scoreExplain} value={score} />
        {proposal.regionCount === 0 && proposal.proposer !== LABEL_PROPOSER ? (
          <Measure title={words.noChange} explain={words.noChangeExplain} value={1 - score} />
        ) : null}
        {proposal.regionCount === 0 || expectedIou === undefined || !props.isAsProposed ? null : (
          <Measure title={words.expectedIou} explain={words.expectedIouExplain} value={expectedIou} />
        )}
      </dl>
      {remarks.length === 0 ? null : (
        <ul className={styles.remarks} aria-label={words.remarks}>
          {remarks.map(spellMessage).map((remark) => (
            <li key={remark}>
              <IconAlertTriangle size={14} aria-hidden />
              <span data-selectable>{remark}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** @param props.value null while it is computed */
function Measure(props: { title: string; explain: string; value: number | null }): ReactElement {
  const { title, explain, value } = props
  return (
    <div title={explain}>
      <dt>{title}</dt>
      <dd className={styles.score}>
        <span className={styles.meter} aria-hidden>
          <span style={{ width: `${(value ?? 0) * 100}%` }} />
        </span>
        <span className={styles.figure}>
          {value === null ? <Loader size={12} /> : text.review.regions.score(value)}
        </span>
      </dd>
    </div>
  )
}

/** Whether the first caption and the regions describe the same change, and what contradicts. */
function AgreementNow({ open }: { open: OpenPair }): ReactElement | null {
  const { agreement, problem, isWaiting } = useAgreement(open)
  const said = phraseOfRejected(open.document)
  const ofRejected = said === null ? [] : [message('contradictions.ofRejected', { said })]
  const remark = agreement?.remark ?? null
  const contradictions = [...ofRejected, ...(remark === null ? [] : [remark])].map(spellMessage)
  return (
    <>
      {problem === null || agreement !== null ? null : (
        <p className={shared.note}>{words.agreementUnknown(problem)}</p>
      )}
      {agreement === null ? null : (
        <dl className={styles.facts}>
          <Measure
            title={words.agreement}
            explain={words.agreementExplain}
            value={isWaiting ? null : agreement.score}
          />
        </dl>
      )}
      {contradictions.length === 0 ? null : (
        <ul className={styles.remarks} aria-label={words.disagreement}>
          {contradictions.map((contradiction) => (
            <li key={contradiction}>
              <IconAlertTriangle size={14} aria-hidden />
              <span data-selectable>{contradiction}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
