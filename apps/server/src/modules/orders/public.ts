// Public interface of this module.
export {
  demoActor,
  type DemoProject,
  demoForeman,
  demoPlanner,
  demoProjects,
  families,
} from './orders.demo.ts'
export {
  closeHold,
  openHold,
  refreshHoldTotals,
  unheld,
  orderForUpdate,
  refreshOrderTotals,
  saveOrder,
} from './orders.store.ts'
export { dueOrders, openOnes, ordersToRelease } from './order-risk.queries.ts'
export { type MarkKind, markKind } from './orders.rules.ts'
export {
  type MarkFacts,
  canChooseRoute,
  canHoldMark,
  canResumeMark,
  canClose,
  canHold,
  canRelease,
  canResume,
  type OrderFacts,
  canImport,
  factsOf,
  uncounted,
} from './orders.policy.ts'
export { moveOrder, requireVersion, setPriority } from './save-order.ts'
export {
  orderIds,
  conditions,
  oneOrder,
  ordersByCode,
  ordersByIds,
  ordersSearch,
  runningOrders,
  runningStatuses,
} from './orders.queries.ts'
export {
  beginsWith,
  listMarks,
  listParts,
  listPieces,
  oneMark,
  onePiece,
  requireOrder,
  qrText,
} from './pieces.queries.ts'
