import { create } from 'zustand'
import { leaveFields } from './leave-fields'

export const places = ['open', 'queue', 'review', 'dataset', 'training', 'models', 'settings'] as const
export type Place = (typeof places)[number]

/** Where the person is in the window. Kept in the address, so that a reload comes back to it. */
interface PlaceStore {
  place: Place
  arePanelsFolded: boolean
  /** Only the canvas is shown. */
  isWhole: boolean
  areKeysShown: boolean
  go(place: Place): void
  togglePanels(): void
  toggleWhole(): void
  showKeys(areShown: boolean): void
}

/** `#review` to `review`; null for anything else. */
export function placeOfHash(hash: string): Place | null {
  return places.find((place) => hash === `#${place}` || hash.startsWith(`#${place}/`)) ?? null
}

export const usePlace = create<PlaceStore>()((set, get) => ({
  place: 'open',
  arePanelsFolded: false,
  isWhole: false,
  areKeysShown: false,
  go(place) {
    leaveFields()
    set({ place, isWhole: get().isWhole && place === 'review' })
  },
  togglePanels: () => set({ arePanelsFolded: !get().arePanelsFolded }),
  toggleWhole: () => set({ isWhole: !get().isWhole }),
  showKeys: (areKeysShown) => set({ areKeysShown }),
}))
