// Exports of this module for other modules.
export type { DuePort } from './remind.ts'
export { type DecisionStep, recordMessages, tellOfDecision, tellPeople } from './tell.ts'
