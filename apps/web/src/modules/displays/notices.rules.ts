interface Notice {
  readonly from: string
  readonly until: string | null
}
export type NoticeState = 'coming' | 'now' | 'over'

/** Status of a notice on a day; the first and the last day are included. */
export function noticeState({ from, until }: Notice, today: string): NoticeState {
  if (today < from) return 'coming'
  return until !== null && today > until ? 'over' : 'now'
}
