import type { Names } from '@cloud-factory/contract/planning/processes'
import { useCallback } from 'react'
import { useSettings } from '../settings.ts'

/** Selects the user's language from a name in three languages. */
export function useNames(): (names: Names) => string {
  const language = useSettings((settings) => settings.language)
  return useCallback((names) => names[language], [language])
}
