import type { TextEncoding } from '@cloud-factory/domain/order-import/import-enums'
import type { FindingCode } from './import.types.ts'
import { readZipDirectory, ZipRefused } from './workbook-guard.ts'

export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

const SAMPLE_BYTES = 4096
const CTRL_Z = 26

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte)

const markedEncoding = (bytes: Uint8Array): TextEncoding | null => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  return null
}

/** UTF-16 without a byte order mark: for TAB, digits and line ends every second byte is zero, always on the same side. */
const unmarkedUtf16 = (bytes: Uint8Array): TextEncoding | null => {
  const end = Math.min(bytes.length, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = end * 0.05
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return null
}

/** Chinese text in GB18030 has its high bytes in pairs; a lone one between letters is a Western accent. */
const onlyLoneHighBytes = (bytes: Uint8Array): boolean =>
  bytes.every((byte, at) => byte < 0x80 || (bytes[at + 1] ?? 0) < 0x80)

const tryDecode = (bytes: Uint8Array, encoding: TextEncoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const candidates = (bytes: Uint8Array): TextEncoding[] => {
  const sure = markedEncoding(bytes) ?? unmarkedUtf16(bytes)
  if (sure !== null) return [sure]
  return onlyLoneHighBytes(bytes) ? ['utf-8', 'windows-1252'] : ['utf-8', 'gb18030']
}

/** Control characters that do not occur in text. TAB, line ends, form feeds and the Ctrl-Z of old editors are allowed. */
const isBinary = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 9 || (code > 13 && code < 32 && code !== CTRL_Z) || code === 127 || code >= 0xfffe) return true
  }
  return false
}

/**
 * Decodes a file of unknown encoding: byte order mark, UTF-16 by its pattern, strict UTF-8, then GB18030 (or Windows-1252 when no two high bytes are
 * adjacent).
 * @param chosen encoding selected by the user; always used, with a replacement character for invalid bytes
 * @returns `null` for bytes that are not text
 */
export const decodeText = (bytes: Uint8Array, chosen?: TextEncoding): DecodedText | null => {
  if (chosen !== undefined) {
    const text = new TextDecoder(chosen).decode(bytes).replaceAll('\0', '').replaceAll('\x1a', '')
    return { text, encoding: chosen }
  }
  for (const encoding of candidates(bytes)) {
    const text = tryDecode(bytes, encoding)
    if (text !== null) return isBinary(text) ? null : { text: text.replaceAll('\x1a', ''), encoding }
  }
  return null
}

/** Above the size of any real list or part file; larger files are rejected unread. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024

export type Detected =
  | { readonly kind: 'xlsx' | 'xls' | 'nc1-zip' }
  | { readonly kind: 'nc1' | 'kiss' | 'text'; readonly decoded: DecodedText }
  | { readonly kind: 'refused'; readonly code: FindingCode; readonly value?: string }

const refused = (code: FindingCode, value?: string): Detected => ({
  kind: 'refused',
  code,
  ...(value === undefined ? {} : { value }),
})

/** Magic bytes of files that users mistake for lists, with their names. */
const signatures: readonly (readonly [string, string])[] = [
  ['%PDF', 'PDF'],
  ['\x89PNG', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['BM', 'BMP'],
  ['MZ', 'EXE'],
  ['\x7fELF', 'ELF'],
  ['Rar!', 'RAR'],
  ['7z\xbc\xaf', '7z'],
  ['\x1f\x8b', 'gzip'],
  ['{\\rtf', 'RTF'],
  ['AC10', 'DWG'],
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
]

/** Drawings, models and pictures that exporters put beside a list: no fault of the list. */
const companions: ReadonlySet<string> = new Set(
  'PDF,DWG,PNG,JPEG,GIF,BMP,TIFF,DOCX,PPTX,STEP/IFC,HTML/XML'.split(','),
)
export const isCompanion = ({ code, value }: Detected & { kind: 'refused' }): boolean =>
  code === 'file.unknown_type' && value !== undefined && companions.has(value)

const latin1 = (bytes: Uint8Array, length: number): string =>
  String.fromCharCode(...bytes.subarray(0, Math.min(length, bytes.length)))

const isNc1Name = (name: string): boolean => /\.nc1?$/i.test(name)

const zipKind = (names: readonly string[]): Detected => {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
  if (has(/vbaProject\.bin$|(^|\/)macrosheets\//i)) return refused('file.macro')
  if (has(/^\/?xl\/workbook\.xml$/i)) return { kind: 'xlsx' }
  if (has(/^\/?xl\/workbook\.bin$/i)) return refused('file.unknown_type', 'XLSB')
  if (has(/^word\//i)) return refused('file.unknown_type', 'DOCX')
  if (has(/^ppt\//i)) return refused('file.unknown_type', 'PPTX')
  if (names.some(isNc1Name)) return { kind: 'nc1-zip' }
  return refused('file.unknown_type', 'ZIP')
}

const detectZip = async (bytes: Uint8Array): Promise<Detected> => {
  try {
    const parts = await readZipDirectory(bytes)
    return zipKind(parts.map(({ name }) => name))
  } catch (error) {
    if (error instanceof ZipRefused) return refused(error.code, error.reason)
    throw error
  }
}

/** Names of streams in an OLE file stand in its directory as UTF-16. */
const oleHas = (bytes: Uint8Array, name: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'))

const detectOle = (bytes: Uint8Array): Detected => {
  if (oleHas(bytes, '_VBA_PROJECT')) return refused('file.macro')
  if (oleHas(bytes, 'EncryptedPackage')) return refused('file.encrypted')
  if (oleHas(bytes, 'Workbook') || oleHas(bytes, 'Book')) return { kind: 'xls' }
  return refused('file.unknown_type', 'OLE')
}

const significantLines = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('**'))

/** ISO machine code has the same ending .nc: `%`, `O1001`, `N10 G21`, `G90 G54 X0`. */
const isGcode = (lines: readonly string[]): boolean => {
  const words = lines.slice(0, 30).filter((line) => /^(%|[ON]\d+|\(.*\)$|[GM]\d{1,3}\b)/i.test(line))
  return words.length >= 2 && words.length >= Math.min(lines.length, 30) / 3
}

/** Blocks of DSTV stand alone in their lines; no list has such lines. */
const looksLikeNc1 = (text: string, lines: readonly string[]): boolean => {
  const blocks = lines.filter((line) => /^(BO|SI|AK|IK|PU|KO|SC|EN)$/.test(line))
  return blocks.length > 0 && !text.includes('\t') && lines.length > 10
}

/** First characters of text files that are neither lists nor parts, with their names. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^<(!doctype|html|\?xml|table|svg)/i, 'HTML/XML'],
  [/^[[{]\s*("|\{|\[|$)/, 'JSON'],
  [/^ISO-10303-21/, 'STEP/IFC'],
]

const detectText = (decoded: DecodedText, name: string): Detected => {
  const lines = significantLines(decoded.text)
  const [first = ''] = lines
  if (first === '') return refused('file.empty')
  if (/^KISS\s*,/i.test(first)) return { kind: 'kiss', decoded }
  if (first === 'ST') return { kind: 'nc1', decoded }
  if (isGcode(lines)) return refused('nc1.gcode', first.slice(0, 40))
  if (looksLikeNc1(decoded.text, lines) || isNc1Name(name)) return { kind: 'nc1', decoded }
  const other = otherFormats.find(([pattern]) => pattern.test(first))
  if (other !== undefined) return refused('file.unknown_type', other[1])
  if (/\.kss$/i.test(name)) return { kind: 'kiss', decoded }
  return { kind: 'text', decoded }
}

/** Detects the file type by its bytes; the name decides only between similar formats. Never inflates or parses. */
export const detect = async (bytes: Uint8Array, name: string, encoding?: TextEncoding): Promise<Detected> => {
  if (bytes.length > MAX_FILE_BYTES) return refused('file.too_large')
  if (bytes.length === 0) return refused('file.empty')
  const head = latin1(bytes, 8)
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return detectZip(bytes)
  if (head.startsWith('\xd0\xcf\x11\xe0')) return detectOle(bytes)
  const known = signatures.find(([signature]) => head.startsWith(signature))
  const decoded = known === undefined || isShort(known[0]) ? decodeText(bytes, encoding) : null
  if (decoded !== null) return detectText(decoded, name)
  return refused('file.unknown_type', known?.[1] ?? 'binary')
}

/** Two letters may begin a list as well as a picture, so the following bytes decide. */
const isShort = (signature: string): boolean => signature.length === 2
