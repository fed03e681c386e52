import type { ProfileSignal } from '@cloud-factory/contract/machines/machine-profiles'

/** `true`, or the reason why not. */
type Verdict = true | string

/** An earlier version cannot change, because stored values refer to it. */
export function canChangeProfile(
  tags: readonly string[],
  { isLatest }: { readonly isLatest: boolean },
): Verdict {
  if (!tags.includes('equipment.edit')) return 'permission.denied'
  return isLatest || 'profile.former'
}

export function canDeleteProfile(tags: readonly string[], { isUsed }: { readonly isUsed: boolean }): Verdict {
  if (!tags.includes('equipment.edit')) return 'permission.denied'
  return isUsed ? 'in_use' : true
}

interface Wrong {
  readonly path: string
  readonly reason: string
}

/** Why a kind of signal cannot have a role. */
function unfitRole(role: ProfileSignal['role'], kind: ProfileSignal['kind']): string | null {
  if ((role === 'state') !== (kind === 'state')) return 'profile.state_role'
  return role === 'alarm_code' && kind !== 'gauge' ? 'profile.code_role' : null
}

/** Errors in a list of signals: a duplicate code or role, an invalid range, or a role that does not fit the kind of signal. */
export function wrongSignals(signals: readonly ProfileSignal[]): Wrong[] {
  const wrong: Wrong[] = []
  const codes = new Set<string>()
  const roles = new Set<string>()
  for (const [at, { code, role, kind, low, high }] of signals.entries()) {
    const path = `body.signals.${at}`
    if (codes.has(code)) wrong.push({ path: `${path}.code`, reason: 'duplicate' })
    if (role !== null && roles.has(role)) wrong.push({ path: `${path}.role`, reason: 'duplicate' })
    if (low !== null && high !== null && low >= high)
      wrong.push({ path: `${path}.high`, reason: 'profile.range' })
    const unfit = unfitRole(role, kind)
    if (unfit !== null) wrong.push({ path: `${path}.role`, reason: unfit })
    codes.add(code)
    if (role !== null) roles.add(role)
  }
  return wrong
}
