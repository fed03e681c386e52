import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { machinesQuery } from '../../shared/form/machine-select.tsx'
import { usePreference } from '../../shared/list/preferences.ts'
import { machineOf, type Remembered, rememberedIn } from './remembered.rules.ts'

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

/** The machine remembered for a process, and what it is called; null when it is not in use any more. Without a network it is trusted. */
export function useMachineOf(
  remembered: Remembered,
  processId: string | null,
): { readonly id: string | null; readonly name: string } {
  const id = machineOf(remembered, processId)
  const { data } = useQuery({ ...machinesQuery, enabled: id !== null })
  const machine = data?.items.find((one) => one.id === id)
  if (data !== undefined && machine === undefined) return { id: null, name: '' }
  return { id, name: machine === undefined ? '' : `${machine.code} ${machine.name}` }
}
