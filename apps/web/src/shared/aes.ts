/**
 * AES of 128 bits in ECB mode with PKCS7 padding, by FIPS 197. Small tables only: a general library lays out some hundred
 * thousand words when it is imported, which on a slow machine takes longer than all else before the sign-in page.
 */

const size = 16
const rounds = 10

/** FIPS 197 §4.2: twice a byte in the field of 2⁸ elements. */
const twice = (byte: number): number => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff

const times = (a: number, b: number): number => {
  let product = 0
  for (let left = a, right = b; right > 0; left = twice(left), right >>= 1) if (right & 1) product ^= left
  return product
}

const sbox = new Uint8Array(256)
const inverse = new Uint8Array(256)
// FIPS 197 §5.1.1: `p` runs through all elements but 0 as powers of 3, `q` is its inverse; then the affine step.
for (let p = 1, q = 1, step = 0; step < 255; step += 1) {
  const around = q | (q << 8)
  const value = (q ^ (around >> 7) ^ (around >> 6) ^ (around >> 5) ^ (around >> 4) ^ 0x63) & 0xff
  sbox[p] = value
  p ^= twice(p)
  q = times(q, 0xf6)
}
sbox[0] = 0x63
for (const [at, value] of sbox.entries()) inverse[value] = at

const product = (factor: number): Uint8Array => Uint8Array.from({ length: 256 }, (_, at) => times(at, factor))
// FIPS 197 §5.1.3 and §5.3.3: first rows of the two matrices.
const mix = [2, 3, 1, 1].map(product)
const unmix = [14, 11, 13, 9].map(product)

const at = (bytes: Uint8Array | undefined, index: number): number => bytes?.[index] ?? 0

/** FIPS 197 §5.2: the key of 16 bytes as eleven. */
function expand(key: Uint8Array): Uint8Array {
  const words = new Uint8Array(size * (rounds + 1))
  words.set(key)
  for (let index = size, power = 1; index < words.length; index += 1) {
    const lane = index % 4
    let byte = at(words, index - 4)
    if (index % size < 4) {
      byte = at(sbox, at(words, index - lane - 4 + ((lane + 1) % 4)))
      if (lane === 0) byte ^= power
      if (lane === 3) power = twice(power)
    }
    words[index] = at(words, index - size) ^ byte
  }
  return words
}

function addKey(block: Uint8Array, keys: Uint8Array, round: number): void {
  for (let index = 0; index < size; index += 1)
    block[index] = at(block, index) ^ at(keys, round * size + index)
}

/** Substitutes every byte and moves row r by r columns; `way` 1 forward, -1 back. */
function substitute(block: Uint8Array, box: Uint8Array, way: 1 | -1): void {
  const from = block.slice()
  for (let index = 0; index < size; index += 1)
    block[index] = at(box, at(from, (index + way * 4 * (index % 4) + 4 * size) % size))
}

function mixColumns(block: Uint8Array, matrix: readonly Uint8Array[]): void {
  const from = block.slice()
  for (let index = 0; index < size; index += 1) {
    const column = index & ~3
    let sum = 0
    for (let row = 0; row < 4; row += 1)
      sum ^= at(matrix[(row - (index % 4) + 4) % 4], at(from, column + row))
    block[index] = sum
  }
}

function seal(block: Uint8Array, keys: Uint8Array): void {
  addKey(block, keys, 0)
  for (let round = 1; round <= rounds; round += 1) {
    substitute(block, sbox, 1)
    if (round < rounds) mixColumns(block, mix)
    addKey(block, keys, round)
  }
}

function unseal(block: Uint8Array, keys: Uint8Array): void {
  for (let round = rounds; round > 0; round -= 1) {
    addKey(block, keys, round)
    if (round < rounds) mixColumns(block, unmix)
    substitute(block, inverse, -1)
  }
  addKey(block, keys, 0)
}

export interface Cipher {
  readonly encrypt: (plain: Uint8Array) => Uint8Array
  /** @throws {RangeError} when the bytes are not ones that `encrypt` made under this key. */
  readonly decrypt: (sealed: Uint8Array) => Uint8Array
}

/** @param key 16 bytes */
export function aesEcb(key: Uint8Array): Cipher {
  const keys = expand(key)
  return {
    encrypt(plain) {
      const pad = size - (plain.length % size)
      const bytes = new Uint8Array(plain.length + pad).fill(pad)
      bytes.set(plain)
      for (let begin = 0; begin < bytes.length; begin += size) seal(bytes.subarray(begin, begin + size), keys)
      return bytes
    },
    decrypt(sealed) {
      const bytes = sealed.slice()
      for (let begin = 0; begin < bytes.length; begin += size)
        unseal(bytes.subarray(begin, begin + size), keys)
      const pad = bytes.at(-1) ?? 0
      const isPadded = bytes.length % size === 0 && pad > 0 && pad <= size
      if (!isPadded || bytes.subarray(-pad).some((byte) => byte !== pad))
        throw new RangeError('not sealed here')
      return bytes.subarray(0, bytes.length - pad)
    },
  }
}
