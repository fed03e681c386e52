import { create } from 'zustand'

/** Whether the help is open. */
export const useHelpOpen = create<boolean>(() => false)
