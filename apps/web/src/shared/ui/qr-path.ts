import { encode } from 'uqr'

/** A QR code as one SVG path: runs of dark modules of a line are one rectangle. `size` counts the modules of a side. */
export function qrPath(text: string, border: number): { readonly path: string; readonly size: number } {
  // M: a code that is scuffed or half under paint is still read.
  const { data, size } = encode(text, { border, ecc: 'M' })
  return { path: data.map(lineOf).join(''), size }
}

function lineOf(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue
    const from = x
    while (row[x + 1] === true) x += 1
    path += `M${from} ${y}h${x - from + 1}v1H${from}z`
  }
  return path
}
