import { fail } from '../../platform/http/domain-error.ts'

/** An order may be released on the day after its first work. */
const toleranceMs = 86_400_000

/** Work on a piece is not dated before its order was released; fails with the reason and the piece. */
export function requireReleased(
  at: string,
  pieces: readonly { readonly serial: string; readonly releasedAt: Date | null }[],
  reason: 'weld.before_release' | 'coat.before_release',
): void {
  const early = pieces.find(
    ({ releasedAt }) => releasedAt !== null && new Date(at).getTime() < releasedAt.getTime() - toleranceMs,
  )
  if (early !== undefined) fail('state.refused', { params: { reason, piece: early.serial } })
}
