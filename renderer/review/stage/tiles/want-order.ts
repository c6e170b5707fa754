import type { PictureTile } from '../../../../src/contract/picture'
import type { ShownKind } from '../stage-view'

export interface Want {
  kind: ShownKind
  tile: PictureTile
  /** Not one of the ring around it. */
  isInView: boolean
}

export function keyOf(kind: ShownKind, { level, column, row }: PictureTile): string {
  return `${kind}/${level}/${column}/${row}`
}

/**
 * By key, the most urgent first: the coarsest level, what is in view, of each pane in turn, and as much around it as
 * there is room for.
 * @param panes what each of them shows
 * @param most tiles that the memory holds
 */
export function wantedInOrder(
  bases: readonly Want[],
  panes: readonly (readonly Want[])[],
  most: number,
): Map<string, Want> {
  const wanted = new Map<string, Want>()
  for (const want of [...bases, ...inTurn(panes, true)]) {
    wanted.set(keyOf(want.kind, want.tile), wanted.get(keyOf(want.kind, want.tile)) ?? want)
  }
  for (const want of inTurn(panes, false)) {
    const key = keyOf(want.kind, want.tile)
    if (wanted.size < most && !wanted.has(key)) {
      wanted.set(key, want)
    }
  }
  return wanted
}

function inTurn(panes: readonly (readonly Want[])[], isInView: boolean): Want[] {
  const lists = panes.map((wants) => wants.filter((want) => want.isInView === isInView))
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat()
}
