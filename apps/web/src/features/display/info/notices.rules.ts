interface Notice {
  readonly from: string
  readonly until: string | null
}
export type NoticeState = 'coming' | 'now' | 'over'

/** How a notice stands on a day; both its days are shown. */
export function noticeState({ from, until }: Notice, today: string): NoticeState {
  if (today < from) return 'coming'
  return until !== null && today > until ? 'over' : 'now'
}
