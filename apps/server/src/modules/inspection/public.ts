// Exports of this module for other modules.
export { oneInspection } from './form.queries.ts'
export { inspectionsToJudge, partsOf, soundOf } from './inspections.queries.ts'
export {
  answerInvitation,
  invitationsOf,
  signInvitation,
} from './invitations.ts'
export { dueCalibrations } from './instruments.ts'
export { inspectionForShare } from './inspections.store.ts'
export { machinesOfLot } from './lot-makers.ts'
