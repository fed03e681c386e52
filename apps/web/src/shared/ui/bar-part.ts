import { type ComponentType, lazy } from 'react'
import { loadWords } from '../i18n/i18n.ts'

/** A part of the top bar with its dictionary. If it cannot be loaded, the bar is shown without it until the next visit. */
export const barPart = (load: () => Promise<ComponentType>, namespace: string) =>
  lazy(async () => {
    try {
      const [part] = await Promise.all([load(), loadWords(namespace)])
      return { default: part }
    } catch {
      return { default: () => null }
    }
  })
