interface WeldFacts {
  /** One of the contract’s weld states; the table keeps it as text. */
  readonly state: string
  /** Valid results. */
  readonly tests: number
}

/** What may be done with a weld; the limit of repairs is the project's and asked when one is recorded. */
export function weldCan({ state, tests }: WeldFacts) {
  const untested = tests === 0 ? true : 'weld.tested'
  const isOpen = state === 'open'
  return {
    edit: untested,
    delete: isOpen ? untested : 'weld.welded',
    weld: isOpen ? true : 'weld.welded',
    reopen: isOpen ? 'weld.not_welded' : untested,
    repair: state === 'failed' ? true : 'weld.not_failed',
  } as const
}
