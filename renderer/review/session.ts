import { create } from 'zustand'
import type { View } from './stage/stage-view'
import type { Tool } from './tools/tools'
import { useReviewDocument } from './document'

/**
 * State of the Review place. Never saved and never in the undo history (the document of a pair is; it lives in
 * `document.ts`).
 */
interface ReviewSession {
  view: View
  tool: Tool
  /** Diameter in image pixels. */
  brushSize: number
  /** The region that brush and eraser work on; null starts a new region with the first stroke. */
  selectedRegionId: string | null
  /** Under the pointer, or linked to the word under it. */
  hoveredRegionIds: readonly string[]
  /** Category of the next new region. */
  category: string
  /** The caption whose field has the focus. */
  writtenCaptionId: string | null
  areMasksShown: boolean
  /** 0 to 1, of the mask's fill. */
  maskOpacity: number
  setView(view: View): void
  setTool(tool: Tool): void
  setBrushSize(size: number): void
  selectRegion(regionId: string | null): void
  hoverRegions(regionIds: readonly string[]): void
  setCategory(category: string): void
  setWrittenCaption(captionId: string | null): void
  setMasksShown(areShown: boolean): void
  setMaskOpacity(opacity: number): void
}

/** Category of a new region where none was chosen. */
export const DEFAULT_CATEGORY = 'change'

const BRUSH_RANGE = { min: 1, max: 512 }

export const useReviewSession = create<ReviewSession>()((set, get) => ({
  view: 'side-by-side',
  tool: 'brush',
  brushSize: 16,
  selectedRegionId: null,
  hoveredRegionIds: [],
  category: DEFAULT_CATEGORY,
  writtenCaptionId: null,
  areMasksShown: true,
  maskOpacity: 0.45,
  setView: (view) => set({ view }),
  setTool: (tool) => set({ tool }),
  setBrushSize: (size) =>
    set({ brushSize: Math.round(Math.min(BRUSH_RANGE.max, Math.max(BRUSH_RANGE.min, size))) }),
  selectRegion: (selectedRegionId) => set({ selectedRegionId }),
  hoverRegions(hoveredRegionIds) {
    if (hoveredRegionIds.join(' ') !== get().hoveredRegionIds.join(' ')) {
      set({ hoveredRegionIds })
    }
  },
  setCategory: (category) => set({ category }),
  setWrittenCaption: (writtenCaptionId) => set({ writtenCaptionId }),
  setMasksShown: (areMasksShown) => set({ areMasksShown }),
  setMaskOpacity: (maskOpacity) => set({ maskOpacity }),
}))

/** The pair that the Review place is at; `open` in the document follows as soon as it is fetched. */
interface CurrentPair {
  pairId: number | null
  problem: string | null
}

export const useCurrentPair = create<CurrentPair>()(() => ({ pairId: null, problem: null }))

/** Whether the pair on screen is the one that the user went to. If not, an edit would change another pair. */
export function isCurrentPairShown(): boolean {
  const { pairId } = useCurrentPair.getState()
  return pairId !== null && useReviewDocument.getState().open?.pair.id === pairId
}
