import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { type ActionPlaces, placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

/** States of an inspection in the order of its life. */
export const inspectionLife: readonly InspectionForm['status'][] = ['draft', 'submitted', 'judged', 'locked']

export type InspectionAction =
  | 'submit'
  | 'return'
  | 'judge'
  | 'reopen'
  | 'lock'
  | 'correct'
  | 'repeat'
  | 'cancel'
  | 'raise'
  | 'invite'

/**
 * Actions in the head of an inspection.
 * @param unsent whether the device has readings that the server does not know yet: what it allows is outdated then
 */
export function inspectionActions(
  form: Pick<InspectionForm, 'status' | 'verdict' | 'can'>,
  unsent: boolean,
): RecordActions<InspectionAction> {
  const can = unsent ? { ...form.can, submit: 'inspection.missing_points' } : form.can
  return placeActions<InspectionAction>(can, placesOf(form))
}

function placesOf({
  status,
  verdict,
}: Pick<InspectionForm, 'status' | 'verdict'>): ActionPlaces<InspectionAction> {
  switch (status) {
    case 'draft':
      return { next: ['submit'], more: ['invite', 'cancel'] }
    case 'submitted':
      return { next: ['judge'], beside: ['return'], more: ['invite', 'cancel'] }
    case 'judged':
      return {
        next: ['lock'],
        beside: verdict === 'fail' ? ['raise'] : [],
        more: ['invite', 'reopen', 'cancel'],
      }
    case 'locked':
      // A failed lot first gets its report, then it is inspected again.
      return { next: verdict === 'fail' ? ['raise', 'repeat'] : [], more: ['correct'] }
    case 'replaced':
    case 'cancelled':
      return {}
  }
}
