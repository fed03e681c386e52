/** What the site reports about a piece. */
export const siteReportKinds = ['received', 'erected', 'missing', 'damaged', 'returned'] as const
export type SiteReportKind = (typeof siteReportKinds)[number]

/** Where a piece is: `factory` until it is shipped. */
export const siteStates = [
  'factory',
  'on_the_way',
  'missing',
  'received',
  'damaged',
  'erected',
  'returned',
] as const
export type SiteState = (typeof siteStates)[number]

/** Why a report from the site, or an action on a lot, is refused. */
export const erectionReasons = [
  'site.not_shipped',
  'site.built_in',
  'site.here_already',
  'site.not_received',
  'site.erected_already',
  'site.returned_before',
  'site.note_missing',
  'site.not_current',
  'site.undone',
  'site.receipt_signed',
  'erection.unknown_piece',
  'erection.twice',
  'erection.too_many',
  'erection.day_differs',
  'erection.area_differs',
  'erection.order_over',
  'erection.no_phases',
  'erection.too_many_lots',
  'erection.nothing_packable',
  'erection.nothing_closed',
] as const
export type ErectionReason = (typeof erectionReasons)[number]

/** What a report does: it may record the receipt of the piece too, or repeat what is known. */
export type SiteVerdict =
  | { readonly outcome: 'reported'; readonly withReceipt: boolean }
  | { readonly outcome: 'already' }
  | { readonly outcome: 'refused'; readonly reason: ErectionReason }

const ok: SiteVerdict = { outcome: 'reported', withReceipt: false }
const received: SiteVerdict = { outcome: 'reported', withReceipt: true }
const already: SiteVerdict = { outcome: 'already' }
const refused = (reason: ErectionReason): SiteVerdict => ({ outcome: 'refused', reason })

/** What is erected or damaged has arrived, so its receipt is recorded too when nobody has reported it. */
const verdicts: Readonly<
  Record<SiteReportKind, Readonly<Record<Exclude<SiteState, 'factory'>, SiteVerdict>>>
> = {
  received: {
    on_the_way: received,
    missing: received,
    received: already,
    damaged: already,
    erected: already,
    returned: ok,
  },
  erected: {
    on_the_way: received,
    missing: received,
    received: ok,
    damaged: ok,
    erected: already,
    returned: refused('site.returned_before'),
  },
  missing: {
    on_the_way: ok,
    missing: already,
    received: refused('site.here_already'),
    damaged: refused('site.here_already'),
    erected: refused('site.erected_already'),
    returned: refused('site.returned_before'),
  },
  damaged: {
    on_the_way: received,
    missing: received,
    received: ok,
    damaged: already,
    erected: refused('site.erected_already'),
    returned: refused('site.returned_before'),
  },
  returned: {
    on_the_way: refused('site.not_received'),
    missing: refused('site.not_received'),
    received: ok,
    damaged: ok,
    erected: refused('site.erected_already'),
    returned: already,
  },
}

export function siteVerdict(kind: SiteReportKind, state: SiteState, isBuiltIn = false): SiteVerdict {
  if (isBuiltIn) return refused('site.built_in')
  return state === 'factory' ? refused('site.not_shipped') : verdicts[kind][state]
}

/** Whether a report must say what happened. */
export const needsNote = (kind: SiteReportKind): boolean => kind === 'damaged' || kind === 'returned'
