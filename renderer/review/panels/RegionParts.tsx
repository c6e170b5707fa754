import { Button, Menu } from '@mantine/core'
import { IconArrowsJoin2, IconArrowsSplit2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ReactElement } from 'react'
import type { PairDocument, Region } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/chosen'
import {
  closeJoinMenu,
  joinableWith,
  joinRegions,
  partsOf,
  showJoinMenu,
  takeApart,
  useJoinMenu,
} from '../commands/region-parts'
import { useReviewDocument } from '../document'
import { useReviewSession } from '../session'
import styles from './RegionPanel.module.css'

const words = text.review.parts

/** What the selected region is made of: it is taken apart, or joined with another. */
export function RegionParts({ region }: { region: Region }): ReactElement | null {
  const document = useReviewDocument(({ open }) => open?.document ?? null)
  const alignment = useReviewDocument(({ open }) => open?.pair.alignment ?? null)
  const { masks, areJoined } = useMemo(() => partsOf(region, alignment), [region, alignment])
  const others = useMemo(() => (document === null ? [] : joinableWith(document, region)), [document, region])
  if (document === null || (masks.length < 2 && others.length === 0)) {
    return null
  }
  return (
    <div className={styles.parts}>
      {masks.length < 2 ? null : (
        <>
          <span>{(areJoined ? words.joined : words.inParts)(masks.length)}</span>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconArrowsSplit2 size={12} />}
            title={`${withKeys(words.takeApart, 'review.takeApart')}\n${words.takeApartExplain}`}
            onClick={() => takeApart(region)}
          >
            {words.takeApart}
          </Button>
        </>
      )}
      {others.length === 0 ? null : <JoinMenu region={region} others={others} document={document} />}
    </div>
  )
}

interface JoinMenuProps {
  region: Region
  /** The nearest first. */
  others: readonly Region[]
  document: PairDocument
}

/** By the arrows and Enter. The one that Enter would take is lit in the picture. */
function JoinMenu({ region, others, document }: JoinMenuProps): ReactElement {
  const isOpen = useJoinMenu(({ regionId }) => regionId === region.id)
  return (
    <Menu
      opened={isOpen}
      position="bottom-end"
      width="14rem"
      withInitialFocusPlaceholder={false}
      onChange={(opened) => (opened ? showJoinMenu(region.id) : closeJoinMenu())}
    >
      <Menu.Target>
        <Button
          className={styles.join}
          size="compact-xs"
          variant="subtle"
          leftSection={<IconArrowsJoin2 size={12} />}
          title={`${withKeys(words.join, 'review.join')}\n${words.joinExplain}`}
        >
          {words.join}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{words.joinWith}</Menu.Label>
        {others.map((other, at) => (
          <Other key={other.id} into={region} other={other} document={document} isFirst={at === 0} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface OtherProps {
  into: Region
  other: Region
  document: PairDocument
  isFirst: boolean
}

function Other({ into, other, document, isFirst }: OtherProps): ReactElement {
  const hoverRegions = useReviewSession((session) => session.hoverRegions)
  const light = (): void => hoverRegions([into.id, other.id])
  return (
    <Menu.Item
      data-autofocus={isFirst || undefined}
      leftSection={<span className={styles.swatch} style={{ background: categoryColor(other.category) }} />}
      onFocus={light}
      onPointerEnter={light}
      onBlur={() => hoverRegions([])}
      onPointerLeave={() => hoverRegions([])}
      onClick={() => joinRegions(into.id, other.id)}
    >
      {text.review.regions.region(document.regions.indexOf(other) + 1, other.category)}
    </Menu.Item>
  )
}
