import type { ShownState } from '@cloud-factory/contract/equipment-enums'
import { stateNames } from '@cloud-factory/contract/machine-state-names'
import { useCallback } from 'react'
import { useNames } from '../i18n/use-names.ts'
import './machine-states.css'

/** What the person calls a machine's state. */
export function useStateName(): (state: ShownState) => string {
  const nameOf = useNames()
  return useCallback((state) => nameOf(stateNames[state]), [nameOf])
}

/** A machine's state by its colour and its name; grey while it says how it was and not how it is. */
export function MachineStateTag({ state, isOld }: { readonly state: ShownState; readonly isOld: boolean }) {
  const stateName = useStateName()
  return (
    <span className={`machine-state ${isOld ? 'is-old' : ''}`}>
      <i className={`machine-state-color is-${isOld ? 'unknown' : state}`} aria-hidden="true" />{' '}
      {stateName(state)}
    </span>
  )
}
