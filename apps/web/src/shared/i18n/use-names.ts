import type { Names } from '@cloud-factory/contract/processes'
import { useCallback } from 'react'
import { useSettings } from '../settings.ts'

/** What the person calls it, of a name kept in three languages. */
export function useNames(): (names: Names) => string {
  const language = useSettings((settings) => settings.language)
  return useCallback((names) => names[language], [language])
}
