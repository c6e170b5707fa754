import { create } from 'zustand'
import type { PairMapAnswer } from '../../../src/contract/similar'
import { toFailure } from '../../../src/contract/errors'
import { reviewStates } from '../../../src/domain/pair'
import { categoryColor, STATE_COLORS } from '../../components/colors'
import { engine } from '../../engine'
import { usePairList } from '../list'
import { positionOf } from '../neighbours'
import { WHOLE_MAP, withInView } from './camera'
import type { MapCamera } from './camera'
import { pointBeside } from './find-points'
import { packedColor } from './paint-points'
import type { PointColors } from './paint-points'
import { messageOf } from '../../text/message'

export const COLORINGS = ['state', 'score', 'category'] as const
/** What the colour of a point tells. */
export type Coloring = (typeof COLORINGS)[number]

interface MapStore {
  /** Null until it was fetched. */
  map: PairMapAnswer | null
  problem: string | null
  camera: MapCamera
  coloring: Coloring
  /** A drag draws a lasso; else it moves the map. */
  isLassoOn: boolean
}

export const useMap = create<MapStore>()(() => ({
  map: null,
  problem: null,
  camera: WHOLE_MAP,
  coloring: 'state',
  isLassoOn: false,
}))

let latest = 0

/** The pairs of the present filter. The last map stays until the new one is there. */
export async function fetchMap(): Promise<void> {
  latest += 1
  const request = latest
  try {
    const map = await engine.call('similar.map', { filter: usePairList.getState().filter })
    if (request === latest) {
      useMap.setState({ map, problem: null })
    }
  } catch (error) {
    if (request === latest && toFailure(error).code !== 'cancelled') {
      useMap.setState({ problem: messageOf(error) })
    }
  }
}

export function forgetMap(): void {
  latest += 1
  useMap.setState({ map: null, problem: null, camera: WHOLE_MAP })
}

/** Moves the cursor to the nearest point in a direction: the arrow keys on the map. */
export function moveOnMap(right: number, down: number, isSelecting = false): void {
  const { map, camera } = useMap.getState()
  if (map === null || map.ids.length === 0) {
    return
  }
  const { cursorId, moveTo, select } = usePairList.getState()
  const from = cursorId === null ? -1 : positionOf(map.ids, cursorId)
  const beside = from === -1 ? 0 : pointBeside(map, from, right, down)
  if (beside === -1) {
    return
  }
  moveTo(map.ids[beside])
  if (isSelecting) {
    select([map.ids[beside], ...(from === -1 ? [] : [map.ids[from]])])
  }
  useMap.setState({ camera: withInView(camera, { x: map.x[beside], y: map.y[beside] }) })
}

const NOTHING_COLOR = '#8c8c8c'
/** From blue for no change to vermilion for a change, by way of grey. */
const SCORE_ENDS = ['#0072b2', '#d55e00'] as const
const SCORE_STEPS = 24

/** Colour of a change score from 0 to 1. */
export function scoreColor(score: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [low, high] = SCORE_ENDS.map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(low + (high - low) * score)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** The last colour stands for pairs without a score or a name. */
export function colorsOf(map: PairMapAnswer, coloring: Coloring): PointColors {
  switch (coloring) {
    case 'state':
      return colored(
        map.states,
        reviewStates.map((state) => STATE_COLORS[state]),
      )
    case 'score':
      return colored(
        map.scores.map((score) => (score < 0 ? SCORE_STEPS + 1 : Math.round(score * SCORE_STEPS))),
        Array.from({ length: SCORE_STEPS + 1 }, (_, step) => scoreColor(step / SCORE_STEPS)),
      )
    case 'category':
      return colored(
        map.categories.map((place) => (place < 0 ? map.categoryNames.length : place)),
        map.categoryNames.map(categoryColor),
      )
  }
}

function colored(places: readonly number[], colors: readonly string[]): PointColors {
  return { places, palette: Uint32Array.from([...colors, NOTHING_COLOR], packedColor) }
}

/** What the colours stand for, the most frequent names first. */
export function legendOf(
  map: PairMapAnswer,
  coloring: Coloring,
  words: { states: Record<string, string>; noScore: string; noName: string; score(score: number): string },
): { label: string; color: string }[] {
  if (coloring === 'state') {
    const present = new Set(map.states)
    return reviewStates.flatMap((state, place) =>
      present.has(place) ? [{ label: words.states[state], color: STATE_COLORS[state] }] : [],
    )
  }
  if (coloring === 'score') {
    const steps = [0, 0.5, 1].map((score) => ({ label: words.score(score), color: scoreColor(score) }))
    return map.scores.some((score) => score < 0)
      ? [...steps, { label: words.noScore, color: NOTHING_COLOR }]
      : steps
  }
  const counts = new Map<number, number>()
  map.categories.forEach((place) => counts.set(place, (counts.get(place) ?? 0) + 1))
  const names = [...counts.entries()].sort((a, b) => b[1] - a[1]).slice(0, MOST_NAMES)
  return names.map(([place]) =>
    place < 0
      ? { label: words.noName, color: NOTHING_COLOR }
      : { label: map.categoryNames[place], color: categoryColor(map.categoryNames[place]) },
  )
}

/** Names in the legend. */
const MOST_NAMES = 8
