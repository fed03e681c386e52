import { useCallback, useMemo } from 'react'
import { usePreference } from '../../../shared/list/preferences.ts'
import { type Remembered, rememberedIn } from './remembered.rules.ts'

/** Crew, worker, hours and the like: stored with the person, so that another phone knows them too. */
export function useRemembered(): readonly [Remembered, (change: Partial<Remembered>) => void] {
  const [stored, store] = usePreference('work.report')
  const remembered = useMemo(() => rememberedIn(stored), [stored])
  const remember = useCallback(
    (change: Partial<Remembered>) => {
      const next = { ...remembered, ...change }
      if (JSON.stringify(next) !== JSON.stringify(remembered)) store(next)
    },
    [remembered, store],
  )
  return [remembered, remember]
}
