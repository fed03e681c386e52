import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]
interface Patch {
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly high: number
  readonly colour: Colour
}

const ground: Colour = [236, 233, 226]
const [wide, high] = [720, 420]

/** Where the bundles of an order lie in the yard: a PNG of rows of bundles beside the crane's track, those named in red. */
export function demoYard(own: ReadonlySet<number>): Buffer {
  const track: Patch[] = [60, 360].map((y) => ({
    x: 20,
    y,
    wide: wide - 40,
    high: 5,
    colour: [120, 124, 130],
  }))
  const bundles = Array.from({ length: 24 }, (_, place): Patch => {
    const colour: Colour = own.has(place) ? [196, 62, 54] : [150, 164, 178]
    return { x: 36 + (place % 8) * 84, y: 88 + Math.floor(place / 8) * 90, wide: 70, high: 62, colour }
  })
  return png([...track, ...bundles])
}

/** ISO/IEC 15948: signature, header, picture data of 8 bits a colour without filters, end. */
function png(patches: readonly Patch[]): Buffer {
  const line = 1 + wide * 3
  const data = Buffer.alloc(line * high)
  const paint = ({ x, y, wide: across, high: down, colour }: Patch) => {
    for (let row = y; row < y + down; row += 1)
      for (let column = x; column < x + across; column += 1) data.set(colour, row * line + 1 + column * 3)
  }
  for (const patch of [{ x: 0, y: 0, wide, high, colour: ground }, ...patches]) paint(patch)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(wide, 0)
  header.writeUInt32BE(high, 4)
  // Eight bits, true colour; compression, filter and interlace as usual.
  header.set([8, 2, 0, 0, 0], 8)
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
