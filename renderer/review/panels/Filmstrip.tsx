import { UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ReactElement } from 'react'
import type { PairRow } from '../../../src/contract/project'
import { pictureUrl } from '../../engine'
import { usePairList } from '../../queue/list'
import { windowAround } from '../../queue/neighbours'
import { useRow, useRowWindow } from '../../queue/rows'
import { text } from '../../text/chosen'
import { useShownKey } from '../../state/mapping'
import { usePixels } from '../../state/engine-state'
import { ClaimMark } from '../../components/ClaimMark'
import { StateMark } from '../../components/ReviewStates'
import styles from './Filmstrip.module.css'
import { reviewPair } from '../commands/navigation'

const words = text.review
const FRAME_STEPS = 26

/** The pairs around the open one, in the order of the queue. */
export function Filmstrip({ pairId }: { pairId: number }): ReactElement {
  const { ref, width } = useElementSize()
  const ids = usePairList((list) => list.ids)
  const count = Math.max(1, Math.floor(width / usePixels(FRAME_STEPS)))
  const shown = useMemo(() => windowAround(ids, pairId, count), [ids, pairId, count])
  useRowWindow(shown)
  return (
    <nav
      ref={ref}
      className={styles.filmstrip}
      aria-label={words.filmstrip}
      data-keep-focus
      data-pane
      tabIndex={-1}
    >
      {shown.map((id) => (
        <FilmFrame key={id} id={id} isOpen={id === pairId} />
      ))}
    </nav>
  )
}

function FilmFrame({ id, isOpen }: { id: number; isOpen: boolean }): ReactElement {
  const row = useRow(id)
  return (
    <UnstyledButton
      className={styles.film}
      aria-current={isOpen || undefined}
      title={row?.key}
      onClick={() => void reviewPair(id)}
    >
      <span className={styles.filmPicture} aria-hidden>
        {row === undefined ? null : row.problem === null ? <FilmPicture row={row} /> : <IconPhotoOff />}
      </span>
      <span className={styles.filmText}>
        {row === undefined ? null : <StateMark state={row.state} isNamed={false} />}
        <span className={styles.filmKey}>
          <bdi>{row?.key}</bdi>
        </span>
        <ClaimMark pairId={id} isNamed={false} />
      </span>
    </UnstyledButton>
  )
}

function FilmPicture({ row: { id, window } }: { row: PairRow }): ReactElement {
  const key = useShownKey(window)
  const [isBroken, setBroken] = useState(false)
  return isBroken ? (
    <IconPhotoOff />
  ) : (
    <img
      src={pictureUrl(id, 'after-thumbnail', 0, key)}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}
