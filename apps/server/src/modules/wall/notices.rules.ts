interface Valid {
  readonly from: string
  readonly until: string | null
}

/** Notices to show on a day, from their first to their last day, both inclusive. */
export const validOn = <T extends Valid>(notices: readonly T[], day: string): T[] =>
  notices.filter(({ from, until }) => from <= day && (until === null || day <= until))
