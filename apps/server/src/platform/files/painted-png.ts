import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** A rectangle of one colour, in pixels from the upper left corner; later ones cover earlier ones. */
export interface Patch {
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly high: number
  readonly colour: Colour
}

interface Size {
  readonly wide: number
  readonly high: number
}

/** Rectangles as a PNG image. */
export function paintedPng({ wide, high }: Size, baseData: Colour, patches: readonly Patch[]): Buffer {
  const data = new Uint8Array(wide * 3 * high)
  const paint = ({ x, y, wide: across, high: down, colour }: Patch) => {
    for (let row = y; row < y + down; row += 1)
      for (let column = x; column < x + across; column += 1) data.set(colour, (row * wide + column) * 3)
  }
  for (const patch of [{ x: 0, y: 0, wide, high, colour: baseData }, ...patches]) paint(patch)
  return pngOf({ wide, high }, data)
}

/** Colour types of true colour, without and with opacity, by the bytes of a pixel. */
const colourTypes = { 3: 2, 4: 6 } as const

/**
 * Pixels of three bytes, or of four with their opacity, as a PNG image. ISO/IEC 15948: signature, header, image data with
 * 8 bits per colour and no filters, end.
 */
export function pngOf({ wide, high }: Size, pixels: Uint8Array): Buffer {
  const line = pixels.length / high
  const data = Buffer.alloc((1 + line) * high)
  for (let row = 0; row < high; row += 1)
    data.set(pixels.subarray(row * line, (row + 1) * line), row * (line + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(wide, 0)
  header.writeUInt32BE(high, 4)
  // Eight bits; default compression, filter and interlace.
  header.set([8, colourTypes[(line / wide) as 3 | 4], 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
