import type { SubcontractRow } from '@cloud-factory/contract/subcontracting/subcontracts'
import type {
  OutsideStatus,
  ReceiptResult,
  SubcontractStatus,
} from '@cloud-factory/domain/subcontracting/subcontract-enums'

type Action = keyof SubcontractRow['can']

interface SubcontractFacts {
  readonly status: SubcontractStatus
  readonly pieces: Readonly<Record<OutsideStatus, number>>
}

/** The statuses in which each action is possible. */
const during: Readonly<Record<Action, readonly SubcontractStatus[]>> = {
  edit: ['draft', 'out'],
  add: ['draft', 'out'],
  send: ['draft', 'out'],
  receive: ['out'],
  undo: ['out'],
  close: ['out'],
  reopen: ['closed'],
  cancel: ['draft'],
}

/** What its pieces say against an action. */
function piecesAgainst(action: Action, pieces: SubcontractFacts['pieces']): string | null {
  if (action === 'send' && pieces.planned === 0) return 'subcontract.no_pieces'
  if (action === 'receive' && pieces.out + pieces.back === 0) return 'subcontract.none_out'
  if (action === 'close' && pieces.out + pieces.back > 0) return 'subcontract.pieces_out'
  return null
}

/** Who may do what with a subcontract, and why not. */
export function subcontractCan(
  tags: readonly string[],
  { status, pieces }: SubcontractFacts,
): SubcontractRow['can'] {
  const one = (action: Action, ...anyOf: readonly string[]): true | string => {
    if (!anyOf.some((tag) => tags.includes(tag))) return 'permission.denied'
    if (!during[action].includes(status)) return `subcontract.${status}`
    return piecesAgainst(action, pieces) ?? true
  }
  return {
    edit: one('edit', 'purchase.edit'),
    add: one('add', 'purchase.edit'),
    send: one('send', 'purchase.edit'),
    receive: one('receive', 'purchase.edit', 'quality.inspect'),
    undo: one('undo', 'purchase.edit', 'quality.inspect'),
    close: one('close', 'purchase.edit'),
    reopen: one('reopen', 'purchase.edit'),
    cancel: one('cancel', 'purchase.edit'),
  }
}

/** Why something was not done with a piece. */
export interface Refused {
  readonly reason: string
  readonly params: Readonly<Record<string, string | number>>
}
/** What became of a piece. */
export type Verdict = 'done' | 'already' | Refused

export const refusedFor = (reason: string, params: Refused['params'] = {}): Refused => ({ reason, params })

/** What a receipt does with a piece that went out, before its work is reported. */
export function receivable(
  { status, sentOn }: { readonly status: OutsideStatus; readonly sentOn: string },
  { result, backOn }: { readonly result: ReceiptResult; readonly backOn: string },
): Verdict {
  if (status === result) return 'already'
  if (status === 'accepted' || status === 'rejected') return refusedFor('subcontract.judged')
  if (status === 'out' && backOn < sentOn) return refusedFor('subcontract.before_sending', { day: sentOn })
  return 'done'
}
