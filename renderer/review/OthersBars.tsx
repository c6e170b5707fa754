import { IconAlertTriangle, IconUser } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { otherWho, useOtherAt, wordsOf } from '../state/claims'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import { useViewOnly } from '../state/view-only'
import { text } from '../text/chosen'
import { takeOver } from './commands/claims'
import { BlindBar } from './adjudication/BlindBar'
import { OthersBar } from './OthersBar'
import { useCurrentPair } from './session'
import { compare, worksHere } from './stale/decide'
import { StaleDialog } from './stale/StaleDialog'
import { useStaleWork } from './stale/stale-work'

const words = text.others

/** What others do that concerns the person here: who is at the pair, and who has changed the same. */
export function OthersBars(): ReactElement {
  return (
    <>
      <StaleBar />
      <ClaimBar />
      <BlindBar />
      <StaleDialog />
    </>
  )
}

/** Stays until the person decides. */
function StaleBar(): ReactElement | null {
  const works = useStaleWork((store) => store.works)
  const storePath = useEngineState(({ project }) => project?.storePath)
  const work = worksHere(works, storePath).at(0)
  if (work === undefined) {
    return null
  }
  const who = otherWho(work.others.at(-1)?.actor ?? '')
  return (
    <OthersBar
      icon={<IconAlertTriangle size={16} aria-hidden />}
      message={who === null ? words.stale.ownBar(work.key) : words.stale.bar(work.key, who)}
      button={words.stale.compare}
      actionId="review.compare"
      onClick={() => void compare()}
    />
  )
}

function ClaimBar(): ReactElement | null {
  const pairId = useCurrentPair((current) => current.pairId)
  const other = useOtherAt(pairId)
  const isHere = useRoute((store) => store.route === 'review')
  const isViewOnly = useViewOnly() !== null
  if (other === null || !isHere) {
    return null
  }
  const icon = <IconUser size={16} aria-hidden />
  return isViewOnly ? (
    <OthersBar icon={icon} message={wordsOf(other).seen} />
  ) : (
    <OthersBar
      icon={icon}
      message={wordsOf(other).here}
      button={words.claims.takeOver}
      actionId="review.takeOver"
      onClick={() => void takeOver()}
    />
  )
}
