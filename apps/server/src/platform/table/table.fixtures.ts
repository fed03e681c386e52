import { crc32, deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import type { Cell } from './read-table.ts'

/** A zip file made by hand; `claims` lies about the inflated size in its directory. */
export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>, claims?: number): Uint8Array => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const nameBytes = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claims ?? raw.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, nameBytes, packed])
    const hasBacklog = Buffer.alloc(14)
    hasBacklog.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, hasBacklog, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

/** Workbook of one sheet per entry. */
export const workbookOf = (
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Uint8Array => {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  }
  return write(book, { type: 'buffer', bookType, compression: true })
}
