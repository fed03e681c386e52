import type { BoltPlace, BoughtItem } from '@cloud-factory/domain/bolts/bought-items'
import type {
  ColumnMeaning,
  TextEncoding,
  UnitsChoice,
} from '@cloud-factory/domain/order-import/import-enums'
import type { PartGeometry } from '@cloud-factory/contract/order-import/import-revisions'

/** Every code a finding of an import can carry. The sentence of each is in the browser's `findings.<language>.json`. */
export const findingCodes = [
  // the file as a whole
  'file.empty',
  'file.too_large',
  'file.unknown_type',
  'file.companion',
  'file.macro',
  'file.encrypted',
  'file.unsafe',
  'file.damaged',
  'file.timeout',
  'files.mixed',
  'files.none',
  'files.too_many',
  'zip.other_file',
  'findings.more',
  // the table
  'list.no_header',
  'list.no_mark_column',
  'list.no_quantity_column',
  'list.no_profile_column',
  'list.no_length_column',
  'list.duplicate_column',
  'list.other_sheets',
  'list.too_many_rows',
  'list.too_many_columns',
  'list.no_rows',
  'list.several_totals',
  'list.hardware',
  'list.no_parts',
  'list.no_assemblies',
  // a row
  'row.no_mark',
  'row.no_component',
  'row.no_profile',
  'row.no_quantity',
  'row.quantity_uneven',
  'row.total_differs',
  'number.bad',
  'number.negative',
  'quantity.not_positive',
  'quantity.not_whole',
  'quantity.assumed',
  'text.too_long',
  'mark.duplicate',
  'mark.repeated',
  'mark.duplicate_file',
  'mark.same_file',
  'mark.parts_differ',
  'profile.unknown',
  'weight.missing',
  'weight.unlikely',
  'length.unlikely',
  'units.imperial',
  'units.weight_unsure',
  'units.length_unsure',
  // the 合计 row
  'total.pieces_differ',
  'total.net_differs',
  'total.gross_differs',
  // DSTV NC1
  'nc1.no_st',
  'nc1.gcode',
  'nc1.truncated',
  'nc1.no_end',
  'nc1.bad_line',
  'nc1.bad_number',
  'nc1.unknown_code',
  'nc1.text_too_long',
  'nc1.no_mark',
  'nc1.contour_odd',
  'nc1.weight_differs',
  'nc1.inches',
  'nc1.unindented',
  'nc1.saw_short',
  // KISS
  'kiss.no_start',
  'kiss.version',
  'kiss.unknown_record',
  'kiss.short_record',
  'kiss.no_details',
  'kiss.inch',
  'kiss.hardware',
  'kiss.empty_mark',
  'kiss.quantity_assumed',
  'kiss.quantity_uneven',
  'kiss.no_weight',
  'kiss.weight_unsure',
] as const

export type FindingCode = (typeof findingCodes)[number]

export type FindingLevel = 'error' | 'warning' | 'info'

/** One thing a person must know about a file: the place of it and a code that the browser turns into a sentence. */
export interface Finding {
  readonly level: FindingLevel
  readonly code: FindingCode
  readonly file: string
  /** Line or row as the person sees it, from 1. Left out: the whole file. */
  readonly row?: number
  /** Header text as written in the file, or the name of the NC1 field. */
  readonly column?: string
  readonly value?: string
  readonly params?: Record<string, string | number>
}

/** Where a weight comes from: read, computed from the profile, summed from the parts, or not known. */
export type WeightSource = 'file' | 'profile' | 'parts' | 'none'

/** Weights are kg per piece, areas m² per piece, lengths mm. What is left out is not known. */
export interface ParsedPart {
  partMark: string
  profile: string
  grade?: string
  lengthMm?: number
  widthMm?: number
  thicknessMm?: number
  /** Pieces of this part in one piece of the mark. */
  quantityPerMark: number
  netKg?: number
  grossKg?: number
  areaM2?: number
  /** The part that gives the mark its profile: the one with the mark's own number, else the heaviest. */
  isMain: boolean
  holes?: number
  /** For its drawing: what DSTV says of its faces. */
  geometry?: PartGeometry
  file: string
  row: number
}

/** One assembly mark; weights and area per piece as in {@link ParsedPart}. */
export interface ParsedMark {
  mark: string
  name?: string
  /** Empty when the file names none. */
  profile: string
  grade?: string
  /** 0 when the file's figure is wrong; a finding then says so. */
  quantity: number
  lengthMm?: number
  widthMm?: number
  heightMm?: number
  netKg?: number
  grossKg?: number
  areaM2?: number
  drawingNo?: string
  phase?: string
  batch?: string
  revision?: string
  /** Assembly that a list of single parts names beside each of them. */
  assembly?: string
  weightSource: WeightSource
  /** Read from a part file (NC1): one part, which a list may hold already. */
  partFile?: true
  parts: ParsedPart[]
  file: string
  row: number
}

/** A bought part of a list: at a mark, or at none. */
export interface ParsedBought extends BoughtItem {
  mark: string
  place: BoltPlace
  /** For the whole order. */
  quantity: number
}

export type ListFormat = 'tekla-xlsx' | 'tekla-xls' | 'tekla-text' | 'dstv-nc1' | 'kiss'

export interface ListColumn {
  /** As written in the file; of two header lines, the lower. */
  header: string
  meaning: ColumnMeaning
  /** From 0. */
  index: number
}

export interface StatedTotals {
  pieces?: number
  netKg?: number
  grossKg?: number
}

export interface ComputedTotals {
  pieces: number
  netKg: number
  grossKg: number
  marks: number
  /** Different part lines, not pieces. */
  parts: number
}

export interface ParsedList {
  /** Of the lists, where part files stand beside them. */
  format: ListFormat
  /** Of each file that could be read, by its name. */
  formats?: Readonly<Record<string, ListFormat>>
  encoding?: string
  sheet?: string
  columns: ListColumn[]
  marks: ParsedMark[]
  bought?: ParsedBought[]
  totals: { stated?: StatedTotals; computed: ComputedTotals }
  findings: Finding[]
  /** Where the meanings of the columns come from; the headers themselves unless said. */
  mappedBy?: 'person' | 'memory'
  sample?: ListSample
}

/** Meaning of the columns, by index from 0, that a header of this signature has. */
export interface Mapping {
  readonly signature: string
  readonly columns: Readonly<Record<string, ColumnMeaning | null>>
}

/** How files are to be read; nothing: as detected. */
export interface ReadingChoice {
  readonly encoding?: TextEncoding
  /** Said by a person for this import. */
  readonly mapping?: Mapping
  /** Said by a person, for the whole import. */
  readonly units?: UnitsChoice
  /** Said before for lists of this customer. */
  readonly memory?: readonly Mapping[]
}

/** First rows of what was read, so that a person can judge it. */
export interface ListSample {
  lines: string[]
  rows: string[][]
  /** Of each of the rows, whole: the name under which its meaning is remembered. */
  signatures: string[]
  headerRow: number | null
  columns: { index: number; header: string; meaning: ColumnMeaning | null }[]
}

export type { ColumnMeaning }

export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** `fraction` from 0 to 1 of the whole import, and the file being read. */
export type OnProgress = (fraction: number, file: string) => void

export type { Cell } from '../../../platform/table/read-table.ts'
