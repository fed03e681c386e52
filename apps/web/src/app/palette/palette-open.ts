import { create } from 'zustand'

/** Whether the search palette is open. */
export const usePaletteOpen = create<boolean>(() => false)
