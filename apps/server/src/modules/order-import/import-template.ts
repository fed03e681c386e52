import { Readable } from 'node:stream'
import type { CellKind } from '../../platform/xlsx/sheet.ts'
import { workbook, xlsxType } from '../../platform/xlsx/workbook.ts'
import type { FileReply } from '../../platform/http/routes.ts'

/** Headers in three languages that the import recognises (checked by a test). */
export const templateColumns: readonly { readonly title: string; readonly kind: CellKind }[] = [
  { title: '构件编号 / Assembly mark / Marca de conjunto', kind: 'text' },
  { title: '零件号 / Part mark / Marca de pieza', kind: 'text' },
  { title: '名称 / Name / Nombre', kind: 'text' },
  { title: '规格 / Profile / Perfil', kind: 'text' },
  { title: '材质 / Grade / Calidad', kind: 'text' },
  { title: '长度(mm) / Length / Longitud', kind: 'number' },
  { title: '数量 / Qty / Cantidad', kind: 'integer' },
  { title: '单净重(kg) / Net weight each / Peso neto unitario', kind: 'kg' },
  { title: '单毛重(kg) / Gross weight each / Peso bruto unitario', kind: 'kg' },
  { title: '单表面积(m2) / Unit area / Area unitaria', kind: 'number' },
  { title: '图号 / Drawing no / Plano', kind: 'text' },
  { title: '版本 / Revision / Revisión', kind: 'text' },
]

const fileName = '构件清单 assembly-list'

/** An empty list to fill in: one row per mark, with the rows of its parts below. */
export function importTemplate(format: 'xlsx' | 'csv', now: Date): FileReply {
  if (format === 'csv') {
    // The byte order mark makes spreadsheets read it as UTF-8.
    const bytes = Buffer.from(`\ufeff${templateColumns.map(({ title }) => title).join(',')}\r\n`)
    return { name: `${fileName}.csv`, type: 'text/csv', bytes: bytes.length, body: Readable.from([bytes]) }
  }
  const columns = templateColumns.map(({ title, kind }) => ({ title, kind, width: 24 }))
  const facts = { title: fileName, author: '', at: now, timeZone: 'UTC' }
  const body = workbook(facts, [{ name: '构件清单', columns, rows: [] }])
  return { name: `${fileName}.xlsx`, type: xlsxType, body }
}
