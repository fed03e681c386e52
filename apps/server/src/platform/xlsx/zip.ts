import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type Chunk = string | Uint8Array

/** A file of an archive; its content is requested chunk by chunk, as the reader takes it. */
export interface ZipEntry {
  readonly name: string
  readonly text: Iterable<Chunk> | AsyncIterable<Chunk>
}

/** Data of an entry that are known once it is written. */
interface Written {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** This archive format supports entries and offsets below 4 GB. */
const largest = 0xffff_ffff
/** Sizes follow the data (bit 3), because they are unknown at the start. Names beyond ASCII are UTF-8 (bit 11). */
const flagsOf = (name: Buffer): number => (1 << 3) | (name.some((byte) => byte > 127) ? 1 << 11 : 0)
const deflated = 8
/** Sheets are repetitive: a higher compression level saves little. */
export const packing = 5
/** 1980-01-01, so that equal contents give equal files. */
const day = (1 << 5) | 1

/** The bytes of a zip archive, generated as they are read; memory holds only one record per entry. */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const { name: text, text: chunks } of entries) {
    const name = Buffer.from(text, 'utf8')
    const tally = { crc: 0, size: 0, packed: 0 }
    const begin = offset
    yield head(name)
    for await (const piece of packed(chunks, tally)) {
      tally.packed += piece.length
      yield piece
    }
    if (tally.size > largest || tally.packed > largest) throw new RangeError(`${text} is larger than 4 GB`)
    yield tail(tally)
    offset += 30 + name.length + tally.packed + 16
    if (offset > largest) throw new RangeError('the archive is larger than 4 GB')
    written.push({ name, offset: begin, ...tally })
  }
  const directory = Buffer.concat(written.map(listed))
  yield directory
  yield end(written.length, directory.length, offset)
}

interface Tally {
  crc: number
  size: number
}

async function* packed(chunks: ZipEntry['text'], tally: Tally): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: packing })
  // An error or a stop at one end ends the other; the error is thrown by the loop below.
  pipeline(Readable.from(measured(chunks, tally), { highWaterMark: 1 }), deflate, () => undefined)
  for await (const piece of deflate) yield piece as Buffer
}

async function* measured(chunks: ZipEntry['text'], tally: Tally): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : Buffer.from(chunk)
    tally.crc = crc32(bytes, tally.crc)
    tally.size += bytes.length
    yield bytes
  }
}

function head(name: Buffer): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32LE(0x0403_4b50, 0)
  bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(flagsOf(name), 6)
  bytes.writeUInt16LE(deflated, 8)
  bytes.writeUInt16LE(day, 12)
  bytes.writeUInt16LE(name.length, 26)
  return Buffer.concat([bytes, name])
}

function tail({ crc, packed: packedBytes, size }: Tally & { readonly packed: number }): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packedBytes, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function listed({ name, offset, crc, packed: packedBytes, size }: Written): Buffer {
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x0201_4b50, 0)
  bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(20, 6)
  bytes.writeUInt16LE(flagsOf(name), 8)
  bytes.writeUInt16LE(deflated, 10)
  bytes.writeUInt16LE(day, 14)
  bytes.writeUInt32LE(crc, 16)
  bytes.writeUInt32LE(packedBytes, 20)
  bytes.writeUInt32LE(size, 24)
  bytes.writeUInt16LE(name.length, 28)
  bytes.writeUInt32LE(offset, 42)
  return Buffer.concat([bytes, name])
}

function end(entries: number, bytesOfDirectory: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x0605_4b50, 0)
  bytes.writeUInt16LE(entries, 8)
  bytes.writeUInt16LE(entries, 10)
  bytes.writeUInt32LE(bytesOfDirectory, 12)
  bytes.writeUInt32LE(offset, 16)
  return bytes
}
