import type { TextEncoding } from '@cloud-factory/domain/order-import/import-enums'

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
