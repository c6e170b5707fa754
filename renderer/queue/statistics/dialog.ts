import { create } from 'zustand'

export const useStatisticsDialog = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

export function openStatistics(): void {
  useStatisticsDialog.setState({ isOpen: true })
}

export function closeStatistics(): void {
  useStatisticsDialog.setState({ isOpen: false })
}
