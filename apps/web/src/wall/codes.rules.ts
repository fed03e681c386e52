/**
 * What all codes begin with, up to a hyphen, and so need not say: `SIM-` of `SIM-CUT-01` and `SIM-SAW-02`. Nothing where a bare
 * number would be left: `01` of `CUT-01` says too little.
 */
export function commonStart(codes: readonly string[]): string {
  const [first = ''] = codes
  if (codes.length < 2) return ''
  const start = first.slice(0, first.indexOf('-') + 1)
  const names = (code: string) => code.startsWith(start) && /\p{L}/u.test(code.slice(start.length))
  return start !== '' && codes.every(names) ? start : ''
}
