import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromBuffer, open as openFile, type ZipFile } from 'yauzl'

/** Sizes in bytes after inflating; the ratio counts only for parts above `ratioFromBytes`. */
export const zipLimits = {
  parts: 5_000,
  partBytes: 64 * 1024 * 1024,
  totalBytes: 160 * 1024 * 1024,
  ratio: 250,
  ratioFromBytes: 1024 * 1024,
} as const

type ZipLimits = { readonly [K in keyof typeof zipLimits]: number }

interface ZipPart {
  readonly name: string
  readonly size: number
}

type DomainError = 'file.unsafe' | 'file.damaged' | 'file.encrypted'

export class ZipRefused extends Error {
  override name = 'ZipRefused'
  readonly code: DomainError
  readonly reason: string
  constructor(code: DomainError, reason: string) {
    super(`${code}: ${reason}`)
    this.code = code
    this.reason = reason
  }
}

const unsafe = (reason: string): ZipRefused => new ZipRefused('file.unsafe', reason)

/** Names are UTF-8 when they can be; Chinese Windows writes them in GB18030 without saying so. */
const partName = (raw: unknown): string => {
  if (typeof raw === 'string') return raw
  const bytes = raw instanceof Uint8Array ? raw : new Uint8Array()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const options = { lazyEntries: true, decodeStrings: false, autoClose: false }

/** A zip file in memory, or at a path. */
const open = (source: Uint8Array | string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const opened = (error: Error | null, zip: ZipFile) =>
      error === null ? resolve(zip) : reject(new ZipRefused('file.damaged', error.message))
    if (typeof source === 'string') openFile(source, options, opened)
    else fromBuffer(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options, opened)
  })

const judgeEntry = (entry: Entry, name: string, limits: ZipLimits): void => {
  const { compressedSize, uncompressedSize } = entry
  if ((entry.generalPurposeBitFlag & 1) === 1) throw new ZipRefused('file.encrypted', name)
  if (uncompressedSize > limits.partBytes) throw unsafe('size')
  const ratio = uncompressedSize / Math.max(1, compressedSize)
  if (uncompressedSize > limits.ratioFromBytes && ratio > limits.ratio) throw unsafe('ratio')
  if (/^[/\\]|(^|[/\\])\.\.([/\\]|$)|^[a-z]:/i.test(name)) throw unsafe('name')
}

interface Directory {
  readonly zip: ZipFile
  readonly entries: { entry: Entry; name: string }[]
}

const readEntries = (zip: ZipFile, limits: ZipLimits): Promise<Directory['entries']> =>
  new Promise((resolve, reject) => {
    const entries: Directory['entries'] = []
    let total = 0
    zip.on('entry', (entry: Entry) => {
      try {
        const name = partName(entry.fileName)
        judgeEntry(entry, name, limits)
        total += entry.uncompressedSize
        if (total > limits.totalBytes) throw unsafe('size')
        entries.push({ entry, name })
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error: Error) => reject(new ZipRefused('file.damaged', error.message)))
    zip.readEntry()
  })

const readDirectory = async (source: Uint8Array | string, limits: ZipLimits): Promise<Directory> => {
  const zip = await open(source)
  if (zip.entryCount > limits.parts) throw unsafe('parts')
  return { zip, entries: await readEntries(zip, limits) }
}

/**
 * Reads and checks the directory of a zip file without inflating anything.
 * @throws {@link ZipRefused} `file.unsafe`, `file.damaged` or `file.encrypted`
 */
export const readZipDirectory = async (
  bytes: Uint8Array,
  limits: ZipLimits = zipLimits,
): Promise<ZipPart[]> => {
  const { entries } = await readDirectory(bytes, limits)
  return entries.map(({ entry, name }) => ({ name, size: entry.uncompressedSize }))
}

const inflate = (zip: ZipFile, entry: Entry, allowed: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new ZipRefused('file.damaged', error.message))
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        // The directory may state false sizes, so the inflated stream is measured.
        if (size > allowed || size > entry.uncompressedSize) stream.destroy(unsafe('size'))
      })
      stream.on('error', (cause: Error) =>
        reject(cause instanceof ZipRefused ? cause : damagedOrUnsafe(cause)),
      )
      stream.on('end', () => resolve(Buffer.concat(chunks)))
    })
  })

const damagedOrUnsafe = (cause: Error): ZipRefused =>
  /too many bytes/i.test(cause.message) ? unsafe('size') : new ZipRefused('file.damaged', cause.message)

/**
 * Inflates the selected parts one after another within the limits and passes each to `visit`; none stays in memory.
 * @throws {@link ZipRefused} as soon as a limit is exceeded
 */
export const visitZip = async (
  bytes: Uint8Array,
  isRequested: (name: string) => boolean,
  visit: (name: string, content: Buffer) => void,
  limits: ZipLimits = zipLimits,
): Promise<void> => {
  const { zip, entries } = await readDirectory(bytes, limits)
  let left: number = limits.totalBytes
  for (const { entry, name } of entries) {
    if (name.endsWith('/') || !isRequested(name)) continue
    const content = await inflate(zip, entry, Math.min(left, limits.partBytes))
    left -= content.length
    visit(name, content)
  }
}

/**
 * Writes the only requested part of a zip file to a path; the reader of the zip file ends with an error when a part is larger
 * than its directory says. Returns how many parts are requested; unless it is one, nothing is written.
 * @throws {@link ZipRefused}
 */
export const extractOnly = async (
  zipPath: string,
  path: string,
  isRequested: (name: string) => boolean,
  limits: ZipLimits,
): Promise<number> => {
  const { zip, entries } = await readDirectory(zipPath, limits)
  try {
    const requested = entries.filter(({ name }) => !name.endsWith('/') && isRequested(name))
    const [only] = requested
    if (only === undefined || requested.length > 1) return requested.length
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(only.entry, (error, opened) => (error === null ? resolve(opened) : reject(error)))
    })
    await pipeline(stream, createWriteStream(path))
    return 1
  } catch (cause) {
    throw cause instanceof Error ? damagedOrUnsafe(cause) : cause
  } finally {
    zip.close()
  }
}

const declaresDoctype = (content: Buffer): boolean =>
  content.includes('<!DOCTYPE') || content.includes(Buffer.from('<!DOCTYPE', 'utf16le'))

/**
 * Reads a whole workbook once within the limits before the library reads it: no part exceeds its size, no XML declares entities.
 * @throws {@link ZipRefused}
 */
export const guardWorkbook = (bytes: Uint8Array, limits: ZipLimits = zipLimits): Promise<void> =>
  visitZip(
    bytes,
    () => true,
    (name, content) => {
      if (/\.(xml|rels|vml)$/i.test(name) && declaresDoctype(content)) throw unsafe('doctype')
    },
    limits,
  )
