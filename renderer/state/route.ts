import { create } from 'zustand'
import { blurActiveField } from '../keys/focus'

export const ROUTES = ['open', 'queue', 'review', 'dataset', 'training', 'models', 'settings'] as const
export type Route = (typeof ROUTES)[number]

/** The screen that is shown. It is stored in the address, so that a reload returns to it. */
interface RouteStore {
  route: Route
  arePanelsFolded: boolean
  /** Only the canvas is shown. */
  isCanvasMaximized: boolean
  areKeysShown: boolean
  go(route: Route): void
  togglePanels(): void
  toggleCanvasMaximized(): void
  showKeys(areShown: boolean): void
}

/** `#review` to `review`; null for anything else. */
export function routeOfHash(hash: string): Route | null {
  return ROUTES.find((route) => hash === `#${route}` || hash.startsWith(`#${route}/`)) ?? null
}

export const useRoute = create<RouteStore>()((set, get) => ({
  route: 'open',
  arePanelsFolded: false,
  isCanvasMaximized: false,
  areKeysShown: false,
  go(route) {
    blurActiveField()
    set({ route, isCanvasMaximized: get().isCanvasMaximized && route === 'review' })
  },
  togglePanels: () => set({ arePanelsFolded: !get().arePanelsFolded }),
  toggleCanvasMaximized: () => set({ isCanvasMaximized: !get().isCanvasMaximized }),
  showKeys: (areKeysShown) => set({ areKeysShown }),
}))
