/** States in which nobody has worked on a piece yet: a revision may still take it along or away. */
export const waitingStatuses = ['planned', 'issued'] as const
/** States that count for nothing, so a revision leaves them alone. */
export const goneStatuses = ['scrapped', 'superseded'] as const

/** Pieces of one mark over all its revisions, and how many the new list wants. */
export interface MarkCount {
  /** With work on them: they stay what they are. */
  readonly started: number
  readonly waiting: number
  readonly wanted: number
}

export interface PiecePlan {
  /** Waiting pieces that go on, made by the new figures where these changed. */
  readonly kept: number
  readonly added: number
  readonly superseded: number
}

/** What becomes of the pieces of a mark; null when it would take pieces that have been started. */
export function planPieces({ started, waiting, wanted }: MarkCount): PiecePlan | null {
  const open = wanted - started
  if (open < 0) return null
  return {
    kept: Math.min(waiting, open),
    added: Math.max(0, open - waiting),
    superseded: Math.max(0, waiting - open),
  }
}

export interface ChangeFacts {
  readonly kind: 'added' | 'changed' | 'removed' | 'same'
  readonly started: number
  /** Pieces that the new list wants; null where it does not name the mark. */
  readonly wanted: number | null
}

/** Whether a row can be written, or the reason why it can only be held. */
export function canAccept({ kind, started, wanted }: ChangeFacts): true | 'import.needs_started' {
  return kind !== 'changed' || wanted === null || started <= wanted || 'import.needs_started'
}

/** Untouched rows are written unless somebody says otherwise; what the workshop has begun waits for a person. */
export function decisionFor(change: ChangeFacts): 'accept' | 'hold' {
  return change.started === 0 && canAccept(change) === true ? 'accept' : 'hold'
}

/**
 * Name of the next revision of a mark: what the file calls it, unless that was used; else one further than now:
 * A → B, 2 → 3, R1 → R2.
 */
export function nextRevision(current: string, wanted: string, used: ReadonlySet<string>): string {
  if (wanted !== '' && !used.has(wanted)) return wanted
  let next = wanted === '' ? current : wanted
  do next = oneFurther(next)
  while (used.has(next))
  return next
}

function oneFurther(revision: string): string {
  if (/^[A-Y]$/.test(revision)) return String.fromCharCode(revision.charCodeAt(0) + 1)
  const [, head, digits] = /^(.*?)(\d{1,9})$/.exec(revision) ?? []
  if (digits !== undefined) return `${head}${String(Number(digits) + 1).padStart(digits.length, '0')}`
  return revision === '' ? 'R1' : `${revision}.1`
}

/** Whether a revision comes before another of the same kind: A before B, 2 before 10, R1 before R2. */
export function isOlderRevision(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return false
  if (/^[A-Z]$/.test(one) && /^[A-Z]$/.test(other)) return one < other
  const [first, second] = [one, other].map((text) => /^(\D*)(\d{1,9})$/.exec(text))
  return first?.[1] !== undefined && first[1] === second?.[1] && Number(first[2]) < Number(second?.[2])
}
