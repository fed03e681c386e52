import type { TextEncoding } from '@cloud-factory/domain/order-import/import-enums'
import type { FindingCode } from './import.types.ts'
import { type DecodedText, decodeText } from '../../../platform/table/decode-text.ts'
import { readZipDirectory, ZipRefused } from '../../../platform/table/workbook-guard.ts'

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

/** Cells of a list: its marks may be G1, M2. */
const isTableRow = (line: string): boolean => /\t|[;,|].*[;,|]/.test(line)

/** ISO machine code has the same ending .nc: `%`, `O1001`, `N10 G21`, `G90 G54 X0`. */
const isGcode = (lines: readonly string[]): boolean => {
  const words = lines
    .slice(0, 30)
    .filter((line) => /^(%|[ON]\d+|\(.*\)$|[GM]\d{1,3}\b)/i.test(line) && !isTableRow(line))
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
