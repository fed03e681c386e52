import { type ShownState, stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import { useCallback } from 'react'
import { useNames } from '../i18n/use-names.ts'
import './machine-states.css'

/** Name of a machine's state in the user's language. */
export function useStateName(): (state: ShownState) => string {
  const nameOf = useNames()
  return useCallback((state) => nameOf(stateNames[state]), [nameOf])
}

/** A machine's state with its colour and name; grey when it is out of date. */
export function MachineStateTag({ state, isOld }: { readonly state: ShownState; readonly isOld: boolean }) {
  const stateName = useStateName()
  return (
    <span className={`machine-state ${isOld ? 'is-old' : ''}`}>
      <i className={`machine-state-color is-${isOld ? 'unknown' : state}`} aria-hidden="true" />{' '}
      {stateName(state)}
    </span>
  )
}
