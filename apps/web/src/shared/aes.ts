// AES-128 (FIPS 197) in ECB mode with PKCS7 padding. Of our own, since it runs before anything is shown: the library had
// tables of 131 072 entries to fill when it was imported, a tenth of the script until a list is there. Here they have 512.

const blockBytes = 16
const rounds = 10

const byte = (from: Uint8Array, at: number): number => from[at] ?? 0
const word = (from: Uint32Array, at: number): number => from[at] ?? 0

/** Twice a value, in the field of 256 values that AES calculates in. */
const twice = (value: number): number => (value << 1) ^ ((value >> 7) * 0x11b)

const boxes = substitutions()

/** One direction: its substitution; that with the mixing of a column, by a byte of the column; the next byte's column. */
interface Direction {
  readonly box: Uint8Array
  readonly mixed: Uint32Array
  readonly step: 1 | 3
}

const forward: Direction = { box: boxes.box, mixed: mixing(boxes.box, [2, 1, 1, 3]), step: 1 }
const backward: Direction = { box: boxes.inverse, mixed: mixing(boxes.inverse, [14, 9, 13, 11]), step: 3 }

/** FIPS 197, 5.1.1: the inverse of each value, by its powers of three, and an affine map of its bits. */
function substitutions() {
  const box = new Uint8Array(256).fill(0x63)
  const inverse = new Uint8Array(256)
  const powers = new Uint8Array(256)
  for (let at = 0, power = 1; at < 256; at += 1, power ^= twice(power)) powers[at] = power
  for (let at = 0; at < 255; at += 1) {
    const bits = byte(powers, 255 - at) * 0x101
    box[byte(powers, at)] = bits ^ (bits >> 4) ^ (bits >> 5) ^ (bits >> 6) ^ (bits >> 7) ^ 0x63
  }
  for (const [value, replaced] of box.entries()) inverse[replaced] = value
  return { box, inverse }
}

function mixing(box: Uint8Array, factors: readonly number[]): Uint32Array {
  const times = (value: number, factor: number): number =>
    factor === 0 ? 0 : ((factor & 1) * value) ^ times(twice(value), factor >> 1)
  return Uint32Array.from(box, (value) =>
    factors.reduce((column, factor) => (column << 8) | times(value, factor), 0),
  )
}

const turned = (column: number, by: number): number => (column >>> by) | (column << (32 - by))

/** Replaces each byte of a column. */
const replaced = (box: Uint8Array, column: number): number =>
  (byte(box, column >>> 24) << 24) |
  (byte(box, (column >>> 16) & 255) << 16) |
  (byte(box, (column >>> 8) & 255) << 8) |
  byte(box, column & 255)

/** FIPS 197, 5.2. */
export function roundKeys(key: Uint8Array): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, blockBytes)
  const keys = new Uint32Array(4 * (rounds + 1))
  for (let at = 0, constant = 1; at < keys.length; at += 1) {
    if (at < 4) keys[at] = view.getUint32(4 * at)
    else if (at % 4 > 0) keys[at] = word(keys, at - 4) ^ word(keys, at - 1)
    else {
      const next = replaced(forward.box, turned(word(keys, at - 1), 24))
      keys[at] = word(keys, at - 4) ^ next ^ (constant << 24)
      constant = twice(constant)
    }
  }
  return keys
}

/** FIPS 197, 5.3.5: in reverse, those between the first and the last with their columns mixed. */
const reversed = (keys: Uint32Array): Uint32Array =>
  keys.map((_, at) => {
    const key = word(keys, 4 * (rounds - (at >> 2)) + (at & 3))
    const mixed = (shift: number) => word(backward.mixed, byte(forward.box, (key >>> shift) & 255))
    return at < 4 || at >= 4 * rounds
      ? key
      : mixed(24) ^ turned(mixed(16), 8) ^ turned(mixed(8), 16) ^ turned(mixed(0), 24)
  })

/** All rounds of each block, in place. */
function transform(bytes: Uint8Array, keys: Uint32Array, { box, mixed, step }: Direction): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const from = new Uint32Array(4)
  const to = new Uint32Array(4)
  for (let block = 0; block < bytes.length; block += blockBytes) {
    for (let at = 0; at < 4; at += 1) from[at] = view.getUint32(block + 4 * at) ^ word(keys, at)
    for (let round = 1; round <= rounds; round += 1) {
      for (let at = 0; at < 4; at += 1) {
        const a = word(from, at) >>> 24
        const b = (word(from, (at + step) & 3) >>> 16) & 255
        const c = (word(from, (at + 2) & 3) >>> 8) & 255
        const d = word(from, (at + 3 * step) & 3) & 255
        const column =
          round < rounds
            ? word(mixed, a) ^
              turned(word(mixed, b), 8) ^
              turned(word(mixed, c), 16) ^
              turned(word(mixed, d), 24)
            : replaced(box, (a << 24) | (b << 16) | (c << 8) | d)
        to[at] = column ^ word(keys, 4 * round + at)
      }
      from.set(to)
    }
    for (let at = 0; at < 4; at += 1) view.setUint32(block + 4 * at, word(from, at))
  }
  return bytes
}

export function encryptBytes(keys: Uint32Array, plain: Uint8Array): Uint8Array {
  const padding = blockBytes - (plain.length % blockBytes)
  const bytes = new Uint8Array(plain.length + padding).fill(padding)
  bytes.set(plain)
  return transform(bytes, keys, forward)
}

/** @throws when the bytes were not made by `encryptBytes` with this key */
export function decryptBytes(keys: Uint32Array, sealed: Uint8Array): Uint8Array {
  if (sealed.length === 0 || sealed.length % blockBytes > 0) throw new RangeError('not whole blocks')
  const bytes = transform(sealed.slice(), reversed(keys), backward)
  const padding = byte(bytes, bytes.length - 1)
  const isPadded =
    padding > 0 && padding <= blockBytes && bytes.subarray(-padding).every((value) => value === padding)
  if (!isPadded) throw new RangeError('no padding')
  return bytes.subarray(0, -padding)
}
