import { expect, test } from 'vitest'
import { canUndo, type ReportFacts } from './production.policy.ts'

const report = (overrides: Partial<ReportFacts> = {}): ReportFacts => ({
  isUndone: false,
  isVoid: false,
  isOwn: true,
  isThisShift: true,
  hasLater: false,
  isByShipping: false,
  isBySubcontract: false,
  isOutside: false,
  isBuiltIn: false,
  pieceStatus: 'in_process',
  orderStatus: 'in_production',
  ...overrides,
})

test.each<[Partial<ReportFacts>, unknown, unknown]>([
  [{}, true, true],
  [{ isThisShift: false }, 'work.too_late_to_undo', true],
  [{ isOwn: false }, 'work.not_yours', true],
  [{ isUndone: true }, 'work.undone', 'work.undone'],
  [{ hasLater: true }, 'work.later_step_done', 'work.later_step_done'],
  [{ pieceStatus: 'packed' }, 'work.too_late_to_undo', 'work.too_late_to_undo'],
  [{ orderStatus: 'closed' }, 'work.too_late_to_undo', 'work.too_late_to_undo'],
  [{ isByShipping: true }, 'work.not_by_hand', 'work.not_by_hand'],
  [{ isBySubcontract: true }, 'work.by_subcontract', 'work.by_subcontract'],
  [{ isOutside: true }, 'work.piece_outside', 'work.piece_outside'],
  [{ pieceStatus: 'ncr_open' }, 'work.piece_ncr', 'work.piece_ncr'],
  [{ isVoid: true, pieceStatus: 'scrapped' }, 'work.piece_scrapped', 'work.piece_scrapped'],
  [{ isVoid: true, pieceStatus: 'superseded' }, 'work.piece_superseded', 'work.piece_superseded'],
])('%o: a foreman %s, who releases %s', (overrides, foreman, chief) => {
  expect(canUndo(['order.report'], report(overrides))).toBe(foreman)
  expect(canUndo(['order.release'], report(overrides))).toBe(chief)
  expect(canUndo(['order.view'], report(overrides))).toBe('permission.denied')
})
