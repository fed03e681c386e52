import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { type ActionPlaces, placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

/** States of a report in the order of its life. */
export const ncrLife: readonly NcrDetail['status'][] = [
  'open',
  'dispositioned',
  'approved',
  'executing',
  'verify',
  'closed',
]

export type NcrAction = Exclude<keyof NcrDetail['can'], 'photo'>

type Ncr = Pick<NcrDetail, 'status' | 'disposition' | 'can'>

/** Actions in the head of a report. */
export const ncrActions = (ncr: Ncr): RecordActions<NcrAction> => placeActions(ncr.can, placesOf(ncr))

function placesOf({ status, disposition, can }: Ncr): ActionPlaces<NcrAction> {
  const more: readonly NcrAction[] = ['edit', 'cancel']
  // Work that has begun can be withdrawn by few: the others need not read why not.
  const begun = can.cancel === true ? more : (['edit'] as const)
  switch (status) {
    case 'open':
      return { next: ['dispose'], more }
    case 'dispositioned':
      return { next: ['approve'], beside: ['reject'], more }
    case 'approved':
      // A concession is accepted as it is: there is no work to begin.
      return { next: [disposition === 'concession' ? 'verify' : 'start'], more }
    case 'executing':
      return { next: ['finish'], more: begun }
    case 'verify':
      return { next: ['verify'], more: begun }
    case 'closed':
    case 'cancelled':
      return {}
  }
}
