/**
 * The common prefix of all codes up to a hyphen: `SIM-` of `SIM-CUT-01` and `SIM-SAW-02`. Empty if
 * only a number would remain: the `01` of `CUT-01` is not enough.
 */
export function commonStart(codes: readonly string[]): string {
  const [first = ''] = codes
  if (codes.length < 2) return ''
  const start = first.slice(0, first.indexOf('-') + 1)
  const names = (code: string) => code.startsWith(start) && /\p{L}/u.test(code.slice(start.length))
  return start !== '' && codes.every(names) ? start : ''
}
