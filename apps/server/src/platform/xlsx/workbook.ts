import { Readable } from 'node:stream'
import { boldFrom, localTimeIn, xmlText, type Sheet, sheetName, sheetXml } from './sheet.ts'
import { zipped, type ZipEntry } from './zip.ts'

export interface WorkbookFacts {
  /** Shown in the file's properties. */
  readonly title: string
  /** The person who exported it. */
  readonly author: string
  readonly at: Date
  /** Times are shown in this zone, `Asia/Shanghai`. */
  readonly timeZone: string
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * An .xlsx file as a stream, generated as fast as it is read: memory holds one chunk of rows. Destroying it stops the
 * reading of rows; an error of the source destroys it with that error.
 */
export function workbook(facts: WorkbookFacts, sheets: readonly Sheet[]): Readable {
  return Readable.from(zipped(parts(facts, sheets)), { objectMode: false, highWaterMark: 65_536 })
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function parts(facts: WorkbookFacts, sheets: readonly Sheet[]): ZipEntry[] {
  const localTime = localTimeIn(facts.timeZone)
  return [
    entry('[Content_Types].xml', contentTypes(sheets.length)),
    entry('_rels/.rels', rootRelations),
    entry('docProps/core.xml', properties(facts)),
    entry('xl/workbook.xml', book(sheets)),
    entry('xl/_rels/workbook.xml.rels', bookRelations(sheets.length)),
    entry('xl/styles.xml', styles()),
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      text: sheetXml(sheet, localTime),
    })),
  ]
}

const entry = (name: string, body: string): ZipEntry => ({ name, text: [declaration + body] })
const each = (count: number, text: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at + 1)).join('')

const contentTypes = (sheets: number): string =>
  [
    `<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>`,
    each(
      sheets,
      (at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${types}.worksheet+xml"/>`,
    ),
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>`,
    '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
    '</Types>',
  ].join('')

const rootRelations = [
  `<Relationships xmlns="${packages}/relationships">`,
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`,
  `<Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
  '</Relationships>',
].join('')

const properties = ({ title, author, at }: WorkbookFacts): string =>
  [
    `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
    ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(author)}</dc:creator>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${at.toISOString().slice(0, 19)}Z</dcterms:created></cp:coreProperties>`,
  ].join('')

function book(sheets: readonly Sheet[]): string {
  const used = new Set<string>()
  const names = sheets.map(({ name }) => {
    const free = sheetName(name, used)
    used.add(free.toLowerCase())
    return free
  })
  const tabs = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const titles = names.map(
    (name, at) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${name.replaceAll("'", "''")}'!$1:$1</definedName>`,
  )
  return [
    `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews>`,
    `<sheets>${tabs.join('')}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`,
  ].join('')
}

const bookRelations = (sheets: number): string =>
  [
    `<Relationships xmlns="${packages}/relationships">`,
    each(
      sheets,
      (at) => `<Relationship Id="rId${at}" Type="${office}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
    ),
    `<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ].join('')

/** In the order of `styleOf`: number format, and other properties of a cell. */
const formats: readonly (readonly [number, string])[] = [
  [0, ''],
  [0, ' fontId="1" applyFont="1" fillId="2" applyFill="1"'],
  [0, ' quotePrefix="1"'],
  [3, ''],
  [164, ''],
  [165, ''],
  [165, ''],
  [166, ''],
  [167, ''],
  [168, ''],
]

function styles(): string {
  const plain = formats.map(([id, more]) => `<xf numFmtId="${id}" applyNumberFormat="1" xfId="0"${more}/>`)
  const bold = formats.map(
    ([id]) => `<xf numFmtId="${id}" applyNumberFormat="1" fontId="1" applyFont="1" xfId="0"/>`,
  )
  return [
    `<styleSheet xmlns="${main}"><numFmts count="5">`,
    '<numFmt numFmtId="164" formatCode="#,##0.###"/><numFmt numFmtId="165" formatCode="#,##0.000"/>',
    '<numFmt numFmtId="166" formatCode="0.0%"/><numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd"/>',
    '<numFmt numFmtId="168" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills>',
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
    `<cellXfs count="${boldFrom * 2}">${[...plain, ...bold].join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}
