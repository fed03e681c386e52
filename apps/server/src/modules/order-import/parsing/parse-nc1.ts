import type { UnitsChoice } from '@cloud-factory/domain/order-import/import-enums'
import type { Finding, ParsedMark } from './import.types.ts'
import { present } from './list-rows.ts'
import { type Blocks, isComment, readBlocks, type Contour } from './nc1-blocks.ts'
import {
  type Nc1Field,
  type Nc1Header,
  type Nc1Report,
  type ProfileCode,
  profileCodes,
  readNc1Header,
} from './nc1-header.ts'
import { type Nc1Weight, weighNc1 } from './nc1-weight.ts'
import { parseProfile } from '../../steel-profiles/public.ts'
import type { PartGeometry } from '@cloud-factory/contract/order-import/import-revisions'

/** More than a person can see; such a part is drawn by its outline alone. */
const MOST_HOLES = 2_000
const MOST_POINTS = 5_000

const faces: ReadonlySet<string> = new Set(['v', 'h', 'o', 'u'])
const faceOf = (letter: string): 'v' | 'h' | 'o' | 'u' =>
  faces.has(letter) ? (letter as 'v' | 'h' | 'o' | 'u') : 'v'
const mm = (figure: number): number => Math.round(figure * 100) / 100

const drawn =
  (kind: 'outer' | 'inner' | 'mark') =>
  ({ face, points }: Contour) => ({
    face: faceOf(face),
    kind,
    points: points.map(({ x, y, radius, bored }) => ({ x: mm(x), y: mm(y), radius: bored ? 0 : mm(radius) })),
  })

/** Faces of a part with their holes and contours, for its drawing; undefined when there is nothing to draw. */
const drawingOf = (header: Nc1Header, code: string, blocks: Blocks): PartGeometry | undefined => {
  const figure = (field: 'length' | 'height' | 'flangeWidth'): number => header.figures.get(field) ?? 0
  const contours = [
    ...blocks.outer.map(drawn('outer')),
    ...blocks.inner.map(drawn('inner')),
    ...blocks.marked.map(drawn('mark')),
  ].filter(({ points }) => points.length > 1)
  const points = contours.reduce((sum, contour) => sum + contour.points.length, 0)
  if (figure('length') <= 0 || figure('height') <= 0) return undefined
  if (blocks.drawn.length === 0 && contours.length === 0) return undefined
  return {
    lengthMm: mm(figure('length')),
    heightMm: mm(figure('height')),
    flangeMm: code === 'B' ? 0 : mm(figure('flangeWidth')),
    holes: blocks.drawn.slice(0, MOST_HOLES).map((hole) => ({
      face: faceOf(hole.face),
      x: mm(hole.x),
      y: mm(hole.y),
      diameter: mm(hole.diameter),
      depth: mm(hole.depth),
      length: mm(hole.length),
      width: mm(hole.width),
      angle: mm(hole.angle),
    })),
    contours: points > MOST_POINTS ? [] : contours,
  }
}

const isCode = (text: string): text is ProfileCode => profileCodes.some((code) => code === text)

/** Index of the `ST` line: the first that is neither blank nor a comment; -1 when that is another. */
const startOf = (lines: readonly string[]): number => {
  const first = lines.findIndex((line) => line.trim() !== '' && !isComment(line))
  return lines[first]?.trim() === 'ST' ? first : -1
}

interface Reading {
  readonly header: Nc1Header
  readonly blocks: Blocks
  readonly report: Nc1Report
  readonly units: UnitsChoice | undefined
}

const rowOf = ({ header }: Reading, field: Nc1Field): number => header.rowOf.get(field) ?? 1

const codeOf = (reading: Reading): ProfileCode | null => {
  const written = reading.header.texts.get('code') ?? ''
  const code = written.toUpperCase()
  if (isCode(code)) return code
  if (reading.header.rowOf.has('code')) {
    reading.report('error', 'nc1.unknown_code', rowOf(reading, 'code'), 'code', written)
  }
  return null
}

const quantityOf = (reading: Reading): number => {
  const { header, report } = reading
  const quantity = header.figures.get('quantity')
  const row = rowOf(reading, 'quantity')
  if (quantity === undefined) {
    if (!header.unread.has('quantity')) report('error', 'row.no_quantity', row, 'quantity')
    return 0
  }
  if (quantity <= 0) report('error', 'quantity.not_positive', row, 'quantity', String(quantity))
  else if (!Number.isInteger(quantity))
    report('error', 'quantity.not_whole', row, 'quantity', String(quantity))
  else return quantity
  return 0
}

/** The header's weight per metre against that of the profile. */
const reportPerMetre = (reading: Reading, { disagreement, perFoot }: Nc1Weight): void => {
  if (disagreement === undefined) return
  const row = rowOf(reading, 'kgPerM')
  const profile = reading.header.texts.get('profile') ?? ''
  if (perFoot !== true || reading.units !== undefined) {
    reading.report('warning', 'nc1.weight_differs', row, 'kgPerM', profile, { ...disagreement })
    return
  }
  const { stated, library } = disagreement
  const params = { unit: 'lb', rows: 1, of: 1, stated, computed: library, times: 0.67 }
  reading.report('error', 'units.weight_unsure', row, 'kgPerM', profile, params)
}

const reportWeight = (reading: Reading, weight: Nc1Weight): void => {
  const { header, report, blocks } = reading
  const profile = header.texts.get('profile') ?? ''
  if (weight.source === 'none' && header.unread.size > 0) return
  const level = weight.source === 'none' ? 'error' : 'warning'
  const row = rowOf(reading, 'profile')
  if (parseProfile(profile) === null) report(level, 'profile.unknown', row, 'profile', profile)
  else if (weight.source === 'none') report('error', 'weight.missing', row, 'profile', profile)
  reportPerMetre(reading, weight)
  if (weight.oddContour) report('warning', 'nc1.contour_odd', blocks.outer[0]?.row ?? header.end)
}

const markOf = (reading: Reading, mark: string, code: ProfileCode, file: string): ParsedMark => {
  const { header, blocks } = reading
  const quantity = quantityOf(reading)
  const weight = weighNc1(header, code, blocks, reading.units)
  reportWeight(reading, weight)
  const profile = header.texts.get('profile') ?? ''
  const row = rowOf(reading, 'mark')
  const shared = { profile, file, row, ...weight.measured, ...present({ grade: header.texts.get('grade') }) }
  const length = header.figures.get('length')
  const lengthMm = length !== undefined && length > 0 ? { lengthMm: length } : {}
  const part = {
    ...shared,
    ...lengthMm,
    partMark: mark,
    quantityPerMark: 1,
    isMain: true,
    holes: blocks.holes,
    ...present({ geometry: drawingOf(header, code, blocks) }),
  }
  const { thicknessMm: _thickness, ...whole } = { ...shared, ...lengthMm }
  const names = present({
    name: header.texts.get('text1'),
    drawingNo: header.texts.get('drawing'),
    phase: header.texts.get('phase'),
  })
  return { ...whole, ...names, mark, quantity, weightSource: weight.source, parts: [part] }
}

const reportNegative = (reading: Reading): void => {
  for (const field of ['length', 'height', 'flangeWidth', 'webThickness', 'kgPerM'] as const) {
    const figure = reading.header.figures.get(field)
    if (figure !== undefined && figure < 0) {
      reading.report('error', 'number.negative', rowOf(reading, field), field, String(figure))
    }
  }
}

/** DSTV writes millimetres; a file in inches would be made 25 times too small. */
const reportInches = (reading: Reading): void => {
  const { header, report } = reading
  const profile = header.texts.get('profile') ?? ''
  const height = header.figures.get('height') ?? 0
  const known = parseProfile(profile)?.heightMm ?? 0
  if (height <= 0 || known <= 0 || Math.abs(known / height / 25.4 - 1) > 0.05) return
  report('error', 'nc1.inches', rowOf(reading, 'height'), 'height', profile, {
    stated: height,
    library: known,
  })
}

/**
 * Reads one DSTV NC1 file: one part, which is its own mark.
 * @returns `null` when it cannot become a mark; `report` then got an error
 */
export const parseNc1 = (
  text: string,
  file: string,
  report: (finding: Finding) => void,
  units?: UnitsChoice,
): ParsedMark | null => {
  const notify: Nc1Report = (level, code, row, column, value, params) =>
    report({ level, code, file, row, ...present({ column, value, params }) })
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replaceAll('\t', '  '))
  const start = startOf(lines)
  if (start === -1) {
    const first = lines.findIndex((line) => line.trim() !== '')
    notify('error', 'nc1.no_st', Math.max(0, first) + 1, undefined, lines[first]?.trim().slice(0, 40))
    return null
  }
  const header = readNc1Header(lines, start + 1, notify)
  const blocks = readBlocks(lines, header.end)
  const reading: Reading = { header, blocks, report: notify, units }
  const code = codeOf(reading)
  const mark = header.texts.get('mark')
  if (mark === undefined && header.rowOf.has('mark'))
    notify('error', 'nc1.no_mark', rowOf(reading, 'mark'), 'mark')
  reportNegative(reading)
  reportInches(reading)
  for (const row of blocks.strange.slice(0, 20))
    notify('warning', 'nc1.bad_line', row, undefined, lines[row - 1]?.trim())
  if (!blocks.ended) notify('warning', 'nc1.no_end', lines.findLastIndex((line) => line.trim() !== '') + 1)
  return mark === undefined || code === null ? null : markOf(reading, mark, code, file)
}
