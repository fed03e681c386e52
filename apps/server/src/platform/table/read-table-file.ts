import type { ErrorCode } from '@cloud-factory/contract/errors'
import { fail } from '../http/domain-error.ts'
import { decodeText } from './decode-text.ts'
import { runLimited } from './limited-worker.ts'
import { type Cell, readDelimited, readWorkbook, type Table } from './read-table.ts'
import { guardWorkbook, ZipRefused } from './workbook-guard.ts'

type Rows = readonly (readonly Cell[])[]
type Refused = 'file.timeout' | NonNullable<Table['refused']> | ZipRefused['code'] | 'file.unknown_type'
type Reading = { readonly rows: Rows } | { readonly refused: Refused }

const startsWith = (bytes: Uint8Array, head: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, head.length).toString('latin1') === head

/** The rows of an .xlsx, .xls or text file; row 0 is line 1 of the file. */
export async function readTableFile(bytes: Uint8Array): Promise<Reading> {
  const table = await tableOf(bytes)
  if ('code' in table) return { refused: table.code }
  return table.refused === undefined ? { rows: table.rows } : { refused: table.refused }
}

async function tableOf(bytes: Uint8Array): Promise<Table | { readonly code: Refused }> {
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) return readWorkbook(bytes)
  if (startsWith(bytes, 'PK')) {
    try {
      await guardWorkbook(bytes)
    } catch (error) {
      if (error instanceof ZipRefused) return { code: error.code }
      throw error
    }
    return readWorkbook(bytes)
  }
  const decoded = decodeText(bytes)
  return decoded === null ? { code: 'file.unknown_type' } : readDelimited(decoded.text)
}

/** A list that one person edits is small; what needs longer is no such list. */
const limits = { timeoutMs: 30_000, memoryMb: 512 }

const errors: Readonly<Partial<Record<Refused, ErrorCode>>> = {
  'file.timeout': 'file.unsafe',
  'file.unsafe': 'file.unsafe',
  'list.too_many_rows': 'file.too_large',
  'list.too_many_columns': 'file.too_large',
}

/** The rows of a file, read in a worker; fails with the code of what is wrong with it. */
export async function readTableInWorker(
  bytes: Uint8Array,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<Rows> {
  const readings: Reading[] = []
  const end = await runLimited<Reading>(new URL('./table-worker.ts', import.meta.url), bytes, {
    ...limits,
    signal,
    onMessage: (reading) => void readings.push(reading),
  })
  const [reading = { refused: 'file.damaged' }]: readonly Reading[] =
    end === 'done' ? readings : [{ refused: end }]
  return 'rows' in reading
    ? reading.rows
    : fail(errors[reading.refused] ?? 'file.unknown_type', { params: { file: name } })
}
