import type { ReactElement, Ref } from 'react'
import type { Link } from '../../../src/domain/caption'
import type { Region } from '../../../src/domain/region'
import { categoryColor } from '../../components/colors'
import { useReviewSession } from '../session'
import styles from './Panels.module.css'
import { wordSpans } from './word-spans'

interface LinkedWordsProps {
  ref: Ref<HTMLDivElement>
  text: string
  links: readonly Link[]
  regions: readonly Region[]
}

/**
 * The same words as the field that lies over it, letter for letter, unseen but for lines under those that speak
 * of a region, and a ground behind those whose region is lit.
 */
export function LinkedWords({ ref, text, links, regions }: LinkedWordsProps): ReactElement {
  const hovered = useReviewSession((session) => session.hoveredRegionIds)
  const selected = useReviewSession((session) => session.selectedRegionId)
  const lit = hovered.length > 0 ? hovered : selected === null ? [] : [selected]
  return (
    <div ref={ref} className={styles.linkedWords} data-linked-words aria-hidden>
      {wordSpans(text, links).map(({ start, text: piece, regionIds }) =>
        regionIds.length === 0 ? (
          piece
        ) : (
          <mark
            key={start}
            data-regions={regionIds.join(' ')}
            data-lit={regionIds.some((id) => lit.includes(id)) || undefined}
            style={{ textDecorationColor: colorOf(regionIds[0], regions) }}
          >
            {piece}
          </mark>
        ),
      )}
    </div>
  )
}

function colorOf(regionId: string, regions: readonly Region[]): string | undefined {
  const region = regions.find(({ id }) => id === regionId)
  return region === undefined ? undefined : categoryColor(region.category)
}

/** The regions that the word at a point of the window is linked to. */
export function regionsAtPoint(linked: HTMLElement, x: number, y: number): string[] {
  for (const word of linked.querySelectorAll<HTMLElement>('mark')) {
    const isHere = [...word.getClientRects()].some(
      (box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom,
    )
    if (isHere) {
      return (word.dataset['regions'] ?? '').split(' ')
    }
  }
  return []
}
