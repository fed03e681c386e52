import type { DocumentType } from '@cloud-factory/domain/order-documents/document-types'

/** Number of bytes needed to detect the type of a file. */
export const headBytes = 4096

interface Signature {
  readonly type: DocumentType
  /** Bytes at `at`, as Latin-1. */
  readonly bytes: string
  readonly at?: number
}

const signatures: readonly Signature[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'image/webp', bytes: 'WEBP', at: 8 },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'image/avif', bytes: 'ftypavif', at: 4 },
  { type: 'image/heic', bytes: 'ftyphei', at: 4 },
  { type: 'image/heic', bytes: 'ftypmif1', at: 4 },
  { type: 'video/mp4', bytes: 'ftyp', at: 4 },
  { type: 'image/vnd.dwg', bytes: 'AC10' },
  { type: 'application/x-7z-compressed', bytes: "7z\xbc\xaf'\x1c" },
  { type: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/x-ole-storage', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
]

/** For containers the file extension decides, because their bytes look alike. */
const insides: Readonly<Record<string, Readonly<Record<string, DocumentType>>>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  'application/x-ole-storage': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
  },
}

/** Text formats of the trade: notes, lists, part files, exchange models. None that a browser would execute. */
const textEndings: ReadonlySet<string> = new Set(
  'txt csv tsv md log nc nc1 kss dxf ifc step stp igs iges'.split(' '),
)

const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * The media type of a file from its first bytes (`headBytes` of them); null when the type is not accepted, such as
 * programs, web pages and images with scripts.
 */
export function documentType(head: Uint8Array, name: string): DocumentType | null {
  const bytes = latin1(head)
  const ending = endingOf(name)
  // A PDF may have a few bytes before its signature (ISO 32000, Annex H.3.4.1 of the first edition).
  if (bytes.slice(0, 1024).includes('%PDF-')) return 'application/pdf'
  const known = signatures.find(({ bytes: mark, at = 0 }) => bytes.startsWith(mark, at))
  if (known !== undefined) return insides[known.type]?.[ending] ?? known.type
  return textEndings.has(ending) && !bytes.includes('\0') ? 'text/plain' : null
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes.subarray(0, headBytes)) text += String.fromCharCode(byte)
  return text
}
