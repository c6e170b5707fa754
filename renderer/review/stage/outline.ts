import { create } from 'zustand'

/** Whether an outline is being drawn, for what would stand in its way. */
export const useOutline = create<{ isBegun: boolean }>()(() => ({ isBegun: false }))
