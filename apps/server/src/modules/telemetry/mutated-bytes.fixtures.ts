/** Text as bytes of which some are set, cut out or doubled, one change after the other. */
export function mutatedBytes(
  text: string,
  changes: readonly (readonly [place: number, action: string, byte: number])[],
): Buffer {
  let bytes = Buffer.from(text)
  for (const [place, action, byte] of changes) {
    const at = place % Math.max(1, bytes.length)
    if (action === 'set' && bytes.length > 0) bytes[at] = byte
    if (action === 'cut') bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (byte % 20))])
    if (action === 'double') bytes = Buffer.concat([bytes.subarray(0, at), bytes])
  }
  return bytes
}
