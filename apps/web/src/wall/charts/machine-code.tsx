/**
 * A machine's code where room is scarce. It is shortened in the middle, because the number at the
 * end distinguishes it from others.
 */
export function MachineCode({ code }: { readonly code: string }) {
  const at = code.lastIndexOf('-')
  return (
    <span className="machine-code" title={code}>
      <span>{at > 0 ? code.slice(0, at) : code}</span>
      {at > 0 && <span>{code.slice(at)}</span>}
    </span>
  )
}
