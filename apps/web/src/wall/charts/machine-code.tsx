/** A machine's code where room is scarce: what is cut is its middle, for the number at its end tells it from its neighbours. */
export function MachineCode({ code }: { readonly code: string }) {
  const at = code.lastIndexOf('-')
  return (
    <span className="machine-code" title={code}>
      <span>{at > 0 ? code.slice(0, at) : code}</span>
      {at > 0 && <span>{code.slice(at)}</span>}
    </span>
  )
}
