import type { Finding, ParsedMark, ParsedPart } from './parsing/import.types.ts'
import { maxPiecesOfImport } from './imports.rules.ts'
import { type MarkKind, markKind } from '../orders/public.ts'

/** Codes of findings that depend on the order, besides those of the file itself. */
export const orderFindingCodes = ['import.too_many_pieces', 'import.failed', 'import.older_revision'] as const

/** A finding about the file or its order. */
export type ImportFinding = Omit<Finding, 'code'> & {
  readonly code: Finding['code'] | (typeof orderFindingCodes)[number]
}

export type StagedMark = Omit<ParsedMark, 'parts' | 'partFile'> & {
  /** From 0, over all files of the import. */
  readonly position: number
  readonly kind: MarkKind
  readonly role: 'mark' | 'file'
  readonly parts: readonly Omit<ParsedPart, 'file' | 'row'>[]
}

/** A mark as stored until the import is applied. */
export function stagedMark(mark: ParsedMark, position: number): StagedMark {
  const parts = mark.parts.map(({ file: _file, row: _row, ...part }) => part)
  const { partFile, ...rest } = mark
  const role = partFile === true ? 'file' : 'mark'
  return { ...rest, position, role, kind: markKind(mark.name ?? '', mark.mark), parts }
}

/** Errors of an import that belong to no single row. `files`: names of the read files, for the message. */
export function findingsOfSize(marks: readonly ParsedMark[], files: string): ImportFinding[] {
  const pieces = marks.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces <= maxPiecesOfImport) return []
  const params = { pieces, max: maxPiecesOfImport }
  return [{ level: 'error', code: 'import.too_many_pieces', file: files, params }]
}

/** JSON that the database can store: without NUL and unpaired surrogates, which old workbooks contain. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? storableText(inner) : inner,
  )
}

export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')
