import { create } from 'zustand'
import type { OpenPair } from '../../../src/contract/pairs'
import type { DepthFacts, ValueFacts } from '../../../src/contract/value-facts'
import { pairWindowSchema } from '../../../src/domain/value-mapping'
import type { Bands, PairWindow } from '../../../src/domain/value-mapping'
import { engine, pictureUrl } from '../../engine'
import { inProject, useEngineState } from '../../state/engine-state'
import { refuseToEdit } from '../../state/view-only'
import { shownKey } from '../../state/mapping'
import { attempt, notifyError } from '../../state/notices'
import { useReviewDocument } from '../document'
import { readPlane } from './value-plane'
import type { ValuePlane } from './value-plane'

interface WindowState {
  /** Of which all that follows is. */
  pairId: number | null
  /** Null until they are there, and where the files cannot be read. */
  facts: ValueFacts | null
  /** For the preview; null where a frame has 8 bits or no preview, and until it is there. */
  planes: { before: ValuePlane | null; after: ValuePlane | null }
  /** What the screen shows by previews until pictures of this window are there; null for pictures. */
  draft: PairWindow | null
  /** What was set before the last change, by pair: one step back. */
  previous: ReadonlyMap<number, PairWindow | null>
  isPanelShown: boolean
  /** By a drag on the picture: its figures are shown there. */
  isDragged: boolean
}

const NONE = { facts: null, planes: { before: null, after: null }, draft: null }

export const useWindowState = create<WindowState>()(() => ({
  pairId: null,
  ...NONE,
  previous: new Map(),
  isPanelShown: false,
  isDragged: false,
}))

/** Windows of pairs that are being stored: the next change begins with them. */
const asked = new Map<number, PairWindow | null>()

/** Called for another project, where pair numbers begin anew. */
export function forgetWindows(): void {
  asked.clear()
  useWindowState.setState({ pairId: null, ...NONE, previous: new Map() })
}

/** Facts of values beyond 8 bits of the open pair; null where it has none. */
export function presentDepth(): DepthFacts | null {
  const { pairId, facts } = useWindowState.getState()
  return useReviewDocument.getState().open?.pair.id === pairId ? (facts?.depth ?? null) : null
}

/** Fetches the facts of a pair, and then the values for its previews. Returns the function that gives it up. */
export function loadValues(pairId: number): () => void {
  const { setState, getState } = useWindowState
  if (getState().pairId !== pairId) {
    setState({ pairId, ...NONE })
  }
  const abort = new AbortController()
  fetchValues(pairId, abort.signal).catch(() => {
    // the canvas says what is wrong with a file
    if (!abort.signal.aborted) {
      setState({ pairId, ...NONE })
    }
  })
  return () => abort.abort()
}

async function fetchValues(pairId: number, signal: AbortSignal): Promise<void> {
  const facts = await engine.call('pairs.values', { pairId })
  if (signal.aborted) {
    return
  }
  useWindowState.setState({ pairId, facts })
  if (facts.depth?.hasPreviews === true) {
    const { before, after } = facts.depth.frames
    const planes = {
      before: before ? await fetchPlane(pairId, 'before-values', signal) : null,
      after: after ? await fetchPlane(pairId, 'after-values', signal) : null,
    }
    if (!signal.aborted) {
      useWindowState.setState({ planes })
    }
  }
}

async function fetchPlane(
  pairId: number,
  kind: 'before-values' | 'after-values',
  signal: AbortSignal,
): Promise<ValuePlane | null> {
  const response = await fetch(pictureUrl(pairId, kind, 0, shownKey(null)), { signal })
  return response.ok ? readPlane(await response.arrayBuffer()) : null
}

/** What a pair is shown by where no window is set. */
export function defaultWindow({ file, usual }: DepthFacts): PairWindow {
  return file ?? usual
}

/** The window by which the pair is shown now. */
export function presentWindow(depth: DepthFacts): PairWindow {
  const { draft } = useWindowState.getState()
  const own = useReviewDocument.getState().open?.pair.window ?? null
  return draft ?? own ?? useEngineState.getState().project?.mapping.window ?? defaultWindow(depth)
}

/** Shows a window at once, and stores nothing. One that is none is passed over. */
export function tryWindow(window: PairWindow): void {
  if (presentDepth() !== null && pairWindowSchema.safeParse(window).success) {
    useWindowState.setState({ draft: window })
  }
}

/** Stores what is tried. */
export function keepWindow(): void {
  const { draft } = useWindowState.getState()
  if (draft !== null) {
    void setWindow(draft)
  }
}

/** Of the open pair alone. Null for the project's. */
export async function setWindow(window: PairWindow | null): Promise<void> {
  const { open } = useReviewDocument.getState()
  const depth = presentDepth()
  if (open === null || depth === null) {
    return
  }
  const { id } = open.pair
  const old = asked.has(id) ? (asked.get(id) ?? null) : open.pair.window
  if (isSameWindow(old, window)) {
    useWindowState.setState({ draft: null })
    return
  }
  const project = useEngineState.getState().project?.mapping.window ?? null
  // the previews show it until the pictures are there
  useWindowState.setState({ draft: window ?? project ?? defaultWindow(depth) })
  const { previous } = useWindowState.getState()
  useWindowState.setState({ previous: new Map(previous).set(id, old) })
  asked.set(id, window)
  if (!(await stored(open, window))) {
    takeBack(id, window, { old, before: previous.get(id) })
  }
  if (asked.get(id) === window) {
    asked.delete(id)
  }
}

/**
 * A window that could not be stored. What was set since, of this pair or another one, stays.
 * @param former what was set before it, and what had been set before that, if anything
 */
function takeBack(
  id: number,
  window: PairWindow | null,
  { old, before }: { old: PairWindow | null; before: PairWindow | null | undefined },
): void {
  const { pairId, previous } = useWindowState.getState()
  const left = new Map(previous)
  if (!asked.has(id) || asked.get(id) !== window) {
    if (left.get(id) === window) {
      useWindowState.setState({ previous: left.set(id, old) })
    }
    return
  }
  if (before === undefined) {
    left.delete(id)
  } else {
    left.set(id, before)
  }
  useWindowState.setState({ previous: left, ...(pairId === id && { draft: null }) })
}

async function stored({ pair }: OpenPair, window: PairWindow | null): Promise<boolean> {
  try {
    if (refuseToEdit()) {
      return false
    }
    await engine.call('pairs.setWindow', { pairId: pair.id, window, ...inProject() })
    return true
  } catch (error) {
    notifyError(error)
    return false
  }
}

export function isSameWindow(a: PairWindow | null, b: PairWindow | null): boolean {
  return a?.low === b?.low && a?.high === b?.high
}

/** To the window before the last change, and back again. */
export function restorePrevious(): void {
  const { open } = useReviewDocument.getState()
  const window = open === null ? undefined : useWindowState.getState().previous.get(open.pair.id)
  if (window !== undefined) {
    void setWindow(window)
  }
}

/** What the open pair is shown by becomes that of all pairs without one of their own, and of models. */
export async function setForAll(): Promise<void> {
  const { open } = useReviewDocument.getState()
  const depth = presentDepth()
  if (open === null || depth === null || refuseToEdit()) {
    return
  }
  const isSet = await attempt(setProjectWindow(presentWindow(depth)).then(() => true))
  if (isSet === true && useReviewDocument.getState().open?.pair.id === open.pair.id) {
    await setWindow(null)
  }
}

export async function resetForAll(): Promise<void> {
  if (!refuseToEdit()) {
    await attempt(setProjectWindow(null))
  }
}

async function setProjectWindow(window: PairWindow | null): Promise<void> {
  await engine.call('project.setWindow', { window, ...inProject() })
}

export async function chooseBands(bands: Bands | null): Promise<void> {
  if (!refuseToEdit()) {
    await attempt(engine.call('project.setBands', { bands, ...inProject() }))
  }
}
