import { ActionIcon, CloseButton, Popover } from '@mantine/core'
import { IconContrast } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { ValueFacts } from '../../../src/contract/value-facts'
import type { Bands } from '../../../src/domain/value-mapping'
import { withKeys } from '../../keys/actions'
import { useEngineState } from '../../state/engine-state'
import { text } from '../../text/chosen'
import { BandChoice } from './BandChoice'
import { PANEL_ID } from './panel'
import { WindowPanel } from './WindowPanel'
import { loadValues, useWindowState } from './window-store'
import styles from './Window.module.css'

const words = text.depth

/** Only where a frame has more than 8 bits or more than three bands, or bands were chosen that may have to be left. */
export function WindowControl({ open }: { open: OpenPair }): ReactElement | null {
  const { pair, proposal } = open
  const bands = useEngineState((state) => state.project?.mapping.bands) ?? null
  const bandKey = bands?.join('.') ?? ''
  // a proposal may have come because an image was replaced
  const proposalId = proposal?.id ?? 0
  useEffect(() => loadValues(pair.id), [pair.id, bandKey, proposalId])
  const isOfPair = useWindowState((state) => state.pairId === pair.id)
  const facts = useWindowState((state) => state.facts)
  const isShown = useWindowState((state) => state.isPanelShown)
  const present = isOfPair ? facts : null
  const depth = present?.depth ?? null
  const hasChoice = hasBandChoice(present, bands)
  if (depth === null && !hasChoice) {
    return null
  }
  return (
    <Popover
      opened={isShown}
      onChange={setShown}
      position="bottom-start"
      width={340}
      closeOnClickOutside={false}
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          aria-label={words.open}
          aria-pressed={isShown}
          title={withKeys(words.open, 'window.open')}
          onClick={() => setShown(!isShown)}
        >
          <IconContrast size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown id={PANEL_ID} aria-label={words.open} className={styles.panel}>
        {depth === null ? null : <WindowPanel open={open} depth={depth} />}
        {hasChoice ? <BandChoice facts={present?.bands ?? null} bands={bands} /> : null}
        <CloseButton
          className={styles.close}
          size="sm"
          aria-label={words.close}
          onClick={() => setShown(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function setShown(isPanelShown: boolean): void {
  useWindowState.setState({ isPanelShown })
}

function hasBandChoice(facts: ValueFacts | null, bands: Bands | null): boolean {
  const counts = facts?.bands == null ? [] : [facts.bands.before.count, facts.bands.after.count]
  return bands !== null || counts.some((count) => count > 3)
}
