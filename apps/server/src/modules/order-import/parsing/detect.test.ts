import { describe, expect, it } from 'vitest'
import { detect, MAX_FILE_BYTES } from './detect.ts'
import { workbookOf, zipOf } from '../../../platform/table/table.fixtures.ts'
import { bytesOf, componentList, nc1Of, tabText } from './import.fixtures.ts'

describe('detect goes by the bytes, whatever the name says', () => {
  it.each([
    ['xlsx', workbookOf({ A: componentList() }), 'list.txt'],
    ['xls', workbookOf({ A: componentList() }, 'biff8'), 'list.csv'],
    ['text', bytesOf(tabText(componentList())), 'list.xls'],
    ['text', bytesOf('构件编号\t规格\t数量\nG1\tH400\t4\nM2\tH400\t4'), 'list.xls'],
    ['text', bytesOf('mark;profile;quantity\nG1;H400;4\nM2;H400;4'), 'list.csv'],
    ['nc1', bytesOf(nc1Of()), 'part.txt'],
    ['nc1', bytesOf(`\r\n** comment\r\n${nc1Of()}`), 'part.nc'],
    ['nc1', bytesOf(nc1Of({}, ['BO', '  v 1 2 3', 'EN']).replace('ST', 'T')), 'part'],
    ['kiss', bytesOf('KISS,1.0,X\r\nH,J$'), 'list.txt'],
    ['kiss', bytesOf('H,J,,,d,t,F$\r\nD,B,0,B,B,1$'), 'job.KSS'],
    ['nc1-zip', zipOf({ 'a.nc1': nc1Of(), 'readme.txt': 'x' }), 'parts.xlsx'],
  ])('%s', async (kind, bytes, name) => {
    expect(await detect(bytes, name)).toMatchObject({ kind })
  })

  it.each([
    ['file.empty', undefined, new Uint8Array()],
    ['file.empty', undefined, bytesOf(' \r\n\r\n')],
    ['file.too_large', undefined, new Uint8Array(MAX_FILE_BYTES + 1)],
    ['file.macro', undefined, zipOf({ 'xl/workbook.xml': '', 'xl/vbaProject.bin': 'x' })],
    ['file.macro', undefined, zipOf({ 'xl/workbook.xml': '', 'xl/macrosheets/sheet1.xml': 'x' })],
    ['file.macro', undefined, oleOf('Workbook', '_VBA_PROJECT_CUR')],
    ['file.encrypted', undefined, oleOf('EncryptedPackage')],
    ['file.unknown_type', 'OLE', oleOf('WordDocument')],
    ['file.unknown_type', 'DOCX', zipOf({ 'word/document.xml': '' })],
    ['file.unknown_type', 'ZIP', zipOf({ 'a.pdf': '' })],
    ['file.unknown_type', 'PDF', bytesOf('%PDF-1.7 x')],
    ['file.unknown_type', 'PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['file.unknown_type', 'EXE', Buffer.from('MZ\x90\0\x03\0', 'latin1')],
    ['file.unknown_type', 'HTML/XML', bytesOf('<html><table></table></html>')],
    ['file.unknown_type', 'JSON', bytesOf('{"a": 1}')],
    ['file.unknown_type', 'binary', Uint8Array.of(1, 0, 2, 0, 0, 3)],
    ['nc1.gcode', '%', bytesOf('%\nO1001\nN10 G21 G90\nN20 G0 X0 Y0\nM30\n%')],
  ])('%s %s', async (code, value, bytes) => {
    const found = await detect(bytes, 'list.xlsx')
    expect(found).toMatchObject({ kind: 'refused', code, ...(value === undefined ? {} : { value }) })
  })
})

function oleOf(...streams: string[]): Uint8Array {
  const names = streams.map((name) => Buffer.from(name, 'utf16le'))
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), ...names])
}
