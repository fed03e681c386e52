interface Valid {
  readonly from: string
  readonly until: string | null
}

/** What is to be read on a day of the factory: from its first to its last day, both included. */
export const validOn = <T extends Valid>(notices: readonly T[], day: string): T[] =>
  notices.filter(({ from, until }) => from <= day && (until === null || day <= until))
