import { buffer } from 'node:stream/consumers'
import { type SheetRow } from '../../apps/server/src/platform/xlsx/sheet.ts'
import { workbook } from '../../apps/server/src/platform/xlsx/workbook.ts'

const head = ['构件编号', '零件号', '规格', '材质', '长度(mm)', '数量', '单重(kg)', '总重(kg)']
const profile = 'HN400*200*8*13'

/** Rows of a detailer's list: a header, components with three part rows each, and a total row. */
function listRows(rows: number): SheetRow[] {
  const made: SheetRow[] = []
  let marks = 0
  while (made.length + 2 < rows) {
    marks += 1
    made.push([`GL-${marks}`, '', profile, 'Q355B', 6000, 4, 420, 1680])
    for (let part = 1; part <= 3 && made.length + 2 < rows; part += 1)
      made.push(['', `${marks}-${part}`, profile, 'Q355B', 2000, 1, 140, 140])
  }
  return [...made, ['合计', '', '', '', '', marks * 4, '', marks * 1680]]
}

export interface ListFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The list as text with a workbook's file name, as detailing programs write it, or as a real workbook. */
export async function listFile(rows: number, kind: string): Promise<ListFile> {
  if (kind !== 'xlsx') {
    const lines = [head, ...listRows(rows)].map((row) => row.join('\t'))
    return { name: '构件清单.xls', bytes: Buffer.from(lines.join('\r\n')) }
  }
  const columns = head.map((title, at) => ({ title, kind: at < 4 ? 'text' : 'number', width: 12 }) as const)
  const facts = { title: '构件清单', author: '', at: new Date(), timeZone: 'Asia/Shanghai' }
  const bytes = await buffer(workbook(facts, [{ name: '清单', columns, rows: [listRows(rows)] }]))
  return { name: '构件清单.xlsx', bytes }
}
