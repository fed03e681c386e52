import { machineStates } from '@cloud-factory/contract/equipment-enums'

/** Whether a number is none of the states that there are. */
export const isNoState = (value: number): boolean => machineStates[value] === undefined
