import { isDeepStrictEqual } from 'node:util'
import type { DecodedText } from '../../../platform/table/decode-text.ts'
import { readWorkbook, type Table, tableLimits } from '../../../platform/table/read-table.ts'
import { type Detected, detect, isCompanion } from './detect.ts'
import type {
  FindingCode,
  Finding,
  ImportFile,
  ListColumn,
  ListFormat,
  ListSample,
  OnProgress,
  ParsedBought,
  ParsedList,
  ParsedMark,
  ReadingChoice,
  StatedTotals,
} from './import.types.ts'
import { computeTotals } from './list-totals.ts'
import { parseKiss } from './parse-kiss.ts'
import {
  columnsOf,
  guessHeader,
  HEADER_ROWS,
  headerSignature,
  sampleLines,
  sampleRows,
} from './list-columns.ts'
import { type ListContent, parseListTable } from './parse-list.ts'
import { parseNc1 } from './parse-nc1.ts'
import { readTextTable } from './read-text-table.ts'
import { guardWorkbook, visitZip, ZipRefused } from '../../../platform/table/workbook-guard.ts'

const MAX_FILES = 5_000
/** A file with more faults than a person can read is simply the wrong file. */
const MAX_FINDINGS = 1_000

interface Result {
  format?: ListFormat
  readonly formats: Record<string, ListFormat>
  encoding?: string
  sheet?: string
  columns: ListColumn[]
  marks: ParsedMark[]
  readonly bought: ParsedBought[]
  stated?: StatedTotals
  lists: number
  findings: Finding[]
  /** Drawings and the like, by file. They are a fault only where nothing else can be read. */
  readonly companions: Finding[]
  readonly choice: ReadingChoice
  mappedBy?: 'person' | 'memory'
  sample?: ListSample
}

type Fail = (code: FindingCode, file: string, extra?: Pick<Finding, 'value' | 'params'>) => void

const failOf =
  (result: Result): Fail =>
  (code, file, extra = {}) => {
    result.findings.push({ level: 'error', code, file, ...extra })
  }

const reportTo =
  (result: Result) =>
  (finding: Finding): void =>
    void result.findings.push(finding)

/** What a person needs to explain the columns: of the first list, the others mostly look like it. */
const sampleTable = (result: Result, table: Table, content: ListContent): void => {
  const guess = content.columns.length > 0 ? null : guessHeader(table.rows)
  const headerRow = content.headerRow ?? (guess === null ? null : guess.row + 1)
  const meanings = new Map(content.columns.map(({ index, meaning }) => [index, meaning]))
  result.sample ??= { lines: [], rows: [], signatures: [], headerRow: null, columns: [] }
  if (result.sample.rows.length > 0) return
  result.sample.rows = sampleRows(table.rows, HEADER_ROWS)
  result.sample.signatures = table.rows.slice(0, HEADER_ROWS).map(headerSignature)
  result.sample.headerRow = headerRow
  result.sample.columns =
    guess?.columns ??
    columnsOf(table.rows, headerRow ?? 1).map(({ index, header }) => ({
      index,
      header,
      meaning: meanings.get(index) ?? null,
    }))
}

const sampleText = (result: Result, text: string): void => {
  result.sample ??= { lines: sampleLines(text), rows: [], signatures: [], headerRow: null, columns: [] }
}

const addTable = (result: Result, table: Table, file: string): void => {
  if (table.refused !== undefined) {
    failOf(result)(table.refused, file, { params: { rows: tableLimits.rows, columns: tableLimits.columns } })
    return
  }
  const report = reportTo(result)
  if (table.otherSheets.length > 0) {
    const params = { sheet: table.sheet ?? '', others: table.otherSheets.join(', ').slice(0, 200) }
    report({ level: 'warning', code: 'list.other_sheets', file, params })
  }
  const content = parseListTable(table, file, report, result.choice)
  if (content.mapping !== undefined)
    result.mappedBy = content.mapping === result.choice.mapping ? 'person' : 'memory'
  sampleTable(result, table, content)
  result.lists += 1
  result.columns = [...result.columns, ...content.columns]
  result.marks.push(...content.marks)
  result.bought.push(...(content.bought ?? []))
  if (content.stated !== undefined) result.stated = content.stated
  if (table.sheet !== undefined) result.sheet = table.sheet
}

const addNc1 = (result: Result, decoded: DecodedText, file: string): void => {
  const mark = parseNc1(decoded.text, file, reportTo(result), result.choice.units)
  result.encoding = decoded.encoding
  if (mark !== null) result.marks.push({ ...mark, partFile: true })
}

const addKiss = (result: Result, { text, encoding }: DecodedText, file: string): void => {
  result.encoding = encoding
  result.marks.push(...parseKiss(text, file, reportTo(result), result.choice.units, result.bought))
}

const addZip = async (result: Result, { name, bytes }: ImportFile): Promise<void> => {
  const isPart = (part: string): boolean => /\.nc1?$/i.test(part)
  const isNoise = (part: string): boolean => /\/$|(^|\/)(\.|__MACOSX\/|thumbs\.db$)/i.test(part)
  const fail = failOf(result)
  const visit = async (part: string, content: Uint8Array): Promise<void> => {
    const file = `${name}/${part}`
    if (!isPart(part)) {
      result.findings.push({ level: 'warning', code: 'zip.other_file', file: name, value: part })
      return
    }
    const detected = await detect(content, part, result.choice.encoding)
    if (detected.kind === 'nc1') addNc1(result, detected.decoded, file)
    else if (detected.kind === 'refused') fail(detected.code, file, valueOf(detected))
    else fail('file.unknown_type', file)
  }
  const waiting: Promise<void>[] = []
  await visitZip(
    bytes,
    (part) => !isNoise(part),
    (part, content) => void waiting.push(visit(part, content)),
  )
  await Promise.all(waiting)
}

const valueOf = (detected: Extract<Detected, { kind: 'refused' }>): Pick<Finding, 'value'> =>
  detected.value === undefined ? {} : { value: detected.value }

const formats = {
  xlsx: 'tekla-xlsx',
  xls: 'tekla-xls',
  text: 'tekla-text',
  kiss: 'kiss',
  nc1: 'dstv-nc1',
  'nc1-zip': 'dstv-nc1',
} as const satisfies Record<Exclude<Detected['kind'], 'refused'>, ListFormat>

type Readable = Exclude<Detected, { kind: 'refused' }>

const addFile = async (result: Result, file: ImportFile, detected: Readable): Promise<void> => {
  if ('decoded' in detected) sampleText(result, detected.decoded.text)
  if (detected.kind === 'nc1') return addNc1(result, detected.decoded, file.name)
  if (detected.kind === 'kiss') return addKiss(result, detected.decoded, file.name)
  if (detected.kind === 'nc1-zip') return addZip(result, file)
  if (detected.kind === 'text') {
    result.encoding = detected.decoded.encoding
    return addTable(result, readTextTable(detected.decoded.text), file.name)
  }
  if (detected.kind === 'xlsx') await guardWorkbook(file.bytes)
  return addTable(result, await readWorkbook(file.bytes), file.name)
}

const isPartFile = (format: ListFormat): boolean => format === 'dstv-nc1'

/** Lists of all kinds may stand together; a KISS file counts for the whole job. Part files go with either. */
const cannotStandBeside = (one: ListFormat, other: ListFormat): boolean =>
  !isPartFile(one) && !isPartFile(other) && (one === 'kiss') !== (other === 'kiss')

const readFile = async (result: Result, file: ImportFile): Promise<void> => {
  const fail = failOf(result)
  try {
    const detected = await detect(file.bytes, file.name, result.choice.encoding)
    if (detected.kind === 'refused') {
      const extra = { ...valueOf(detected), params: { bytes: file.bytes.length } }
      if (!isCompanion(detected)) fail(detected.code, file.name, extra)
      else result.companions.push({ level: 'error', code: detected.code, file: file.name, ...extra })
      return
    }
    const format = formats[detected.kind]
    if (result.format !== undefined && cannotStandBeside(result.format, format)) {
      fail('files.mixed', file.name)
      return
    }
    if (result.format === undefined || isPartFile(result.format)) result.format = format
    result.formats[file.name] = format
    await addFile(result, file, detected)
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    fail(error.code, file.name, { value: error.reason })
  }
}

const withoutPlace = ({ file: _file, row: _row, parts, ...rest }: ParsedMark): object => ({
  ...rest,
  parts: parts.map(({ file: _partFile, row: _partRow, ...part }) => part),
})

/** The same mark in two files is a fault, unless somebody chose the same part twice. A part file beside a list is none. */
const mergeMarks = (result: Result): ParsedMark[] => {
  const first = new Map<string, ParsedMark>()
  return result.marks.filter((mark) => {
    const key = `${mark.partFile === true ? 'file' : 'list'} ${mark.mark}`
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, mark)
      return true
    }
    if (earlier.file === mark.file) return true
    const same = isDeepStrictEqual(withoutPlace(earlier), withoutPlace(mark))
    result.findings.push({
      level: same ? 'info' : 'error',
      code: same ? 'mark.same_file' : 'mark.duplicate_file',
      file: mark.file,
      row: mark.row,
      value: mark.mark,
      params: { other: earlier.file, first: earlier.row },
    })
    return !same
  })
}

const ranks = { error: 0, warning: 1, info: 2 } as const

/** Faults first, each kind in the order of the files; a flood is cut and says so. */
const sortFindings = (findings: readonly Finding[], file: string): Finding[] => {
  const sorted = findings.toSorted((one, other) => ranks[one.level] - ranks[other.level])
  if (sorted.length <= MAX_FINDINGS) return sorted
  const params = { shown: MAX_FINDINGS, total: sorted.length }
  return [...sorted.slice(0, MAX_FINDINGS), { level: 'info', code: 'findings.more', file, params }]
}

/** Beside a list drawings are left out, with a warning; alone they are not what was meant. */
const companionFindings = ({ format, companions }: Result): Finding[] =>
  format === undefined
    ? companions
    : companions.map((finding) => ({ ...finding, level: 'warning', code: 'file.companion' }))

const finish = (result: Result, files: readonly ImportFile[]): ParsedList => {
  const marks = mergeMarks(result)
  const stated = result.lists === 1 ? result.stated : undefined
  return {
    format: result.format ?? 'tekla-text',
    formats: result.formats,
    ...(result.encoding === undefined ? {} : { encoding: result.encoding }),
    ...(result.sheet === undefined ? {} : { sheet: result.sheet }),
    columns: result.columns,
    marks,
    bought: result.bought,
    ...(result.mappedBy === undefined ? {} : { mappedBy: result.mappedBy }),
    ...(result.sample === undefined ? {} : { sample: result.sample }),
    totals: { ...(stated === undefined ? {} : { stated }), computed: computeTotals(marks) },
    findings: sortFindings([...result.findings, ...companionFindings(result)], files[0]?.name ?? ''),
  }
}

/**
 * Reads the files of one import: lists, and any number of NC1 files (loose or in zips). Never throws for what a file
 * holds; whatever is wrong is a finding.
 */
export const parseFiles = async (
  files: readonly ImportFile[],
  onProgress?: OnProgress,
  choice: ReadingChoice = {},
): Promise<ParsedList> => {
  const result: Result = {
    formats: {},
    columns: [],
    marks: [],
    bought: [],
    lists: 0,
    findings: [],
    companions: [],
    choice,
  }
  const fail = failOf(result)
  if (files.length === 0) fail('files.none', '')
  if (files.length > MAX_FILES) {
    fail('files.too_many', files[0]?.name ?? '', { params: { count: files.length, max: MAX_FILES } })
    return finish(result, files)
  }
  for (const [at, file] of files.entries()) {
    onProgress?.(at / files.length, file.name)
    await readFile(result, file)
  }
  onProgress?.(1, files.at(-1)?.name ?? '')
  return finish(result, files)
}
