// Exports of this module for other modules.
export {
  type AssigneeColumns,
  assigneeView,
  assigneeWhere,
  withAssignee,
  assignRecord,
} from './assign.ts'
export type { RequestsPort } from './deliver-to-group.ts'
export { countUnread } from './messages.queries.ts'
export type { DuePort } from './remind.ts'
export {
  type DecisionStep,
  recordMessages,
  notifyOfCustomer,
  notifyOfDecision,
  notifyOfRelease,
  notifyOfVersions,
  notifyPeople,
} from './notify.ts'
