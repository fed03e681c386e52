import type { PartFigures, partFields, partStates } from '@cloud-factory/contract/order-import/import-parts'

type PartField = (typeof partFields)[number]

/** A part from the lists: its figures, with the pieces of all marks that contain it. */
export interface ListedPart extends PartFigures {
  readonly partMark: string
  readonly marks: readonly string[]
  /** Every mark of the order with this part consists only of it and has its number. */
  readonly isOwnMark: boolean
  /** In a list of this import, not only in the order. */
  readonly inImport: boolean
  /** The order already has its drawing. */
  readonly drawn: boolean
}

/** A part file of the import. `netKg` excludes holes and cuts, `grossKg` includes them. */
export interface FilePart extends PartFigures {
  readonly id: number
  readonly partMark: string
  readonly file: string
  readonly grossKg: number | null
}

interface PartRow {
  readonly partMark: string
  readonly state: (typeof partStates)[number]
  readonly fields: readonly PartField[]
  readonly file: string | null
  readonly marks: readonly string[]
  readonly listed: PartFigures | null
  readonly inFile: PartFigures | null
  readonly completes: boolean
}

export interface Meeting {
  /** Part files that do not become marks. */
  readonly parts: readonly FilePart[]
  readonly rows: readonly PartRow[]
  /** Files in no list become marks of their own. */
  readonly addsUnlisted: boolean
}

/** Part numbers are compared case-insensitively, as file systems and machines do. */
const partKey = (partMark: string): string => partMark.trim().toUpperCase()

/** Lists round lengths to a millimetre, and weights by the profile's tables. */
const sameLengthMm = 1
const sameWeight = 0.05

const spelling = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s*×X∗·-]+/g, '')

export type SameProfile = (one: string, other: string) => boolean

const differsWeight = (listed: PartFigures, inFile: FilePart): boolean => {
  const { netKg } = listed
  if (netKg === null || inFile.netKg === null) return false
  const gross = Math.max(inFile.grossKg ?? 0, inFile.netKg)
  return netKg < inFile.netKg * (1 - sameWeight) - 0.05 || netKg > gross * (1 + sameWeight) + 0.05
}

const differences = (listed: ListedPart, inFile: FilePart, sameProfile: SameProfile): PartField[] => {
  const length = (figures: PartFigures): number => figures.lengthMm ?? 0
  const checks: readonly (readonly [PartField, boolean])[] = [
    [
      'profile',
      spelling(listed.profile) !== spelling(inFile.profile) && !sameProfile(listed.profile, inFile.profile),
    ],
    [
      'grade',
      listed.grade !== null && inFile.grade !== null && spelling(listed.grade) !== spelling(inFile.grade),
    ],
    [
      'length',
      length(listed) > 0 && length(inFile) > 0 && Math.abs(length(listed) - length(inFile)) > sameLengthMm,
    ],
    ['weight', differsWeight(listed, inFile)],
    ['quantity', listed.quantity !== inFile.quantity],
  ]
  return checks.flatMap(([field, differs]) => (differs ? [field] : []))
}

const figuresOf = ({ profile, grade, lengthMm, netKg, quantity }: PartFigures): PartFigures => ({
  profile,
  grade,
  lengthMm,
  netKg,
  quantity,
})

const metRow = (listed: ListedPart, inFile: FilePart, sameProfile: SameProfile): PartRow => {
  const fields = differences(listed, inFile, sameProfile)
  return {
    partMark: listed.partMark,
    state: fields.length === 0 ? 'matched' : 'differs',
    fields,
    file: inFile.file,
    marks: listed.marks,
    listed: figuresOf(listed),
    inFile: figuresOf(inFile),
    // Different holes for another profile or length mean another part.
    completes: !fields.includes('profile') && !fields.includes('length'),
  }
}

const nothing = { fields: [], file: null, listed: null, inFile: null, completes: false } as const

const unlistedRow = (file: FilePart): PartRow => ({
  ...nothing,
  partMark: file.partMark,
  state: 'no_line',
  file: file.file,
  marks: [],
  inFile: figuresOf(file),
})

/** Listed parts without a drawing in a file or in the order. */
const rowsWithoutFile = (listed: readonly ListedPart[], found: ReadonlySet<string>): PartRow[] =>
  listed
    .filter((part) => !found.has(partKey(part.partMark)) && !part.drawn && !comparesAsMark(part))
    .map((part) => ({
      ...nothing,
      partMark: part.partMark,
      state: 'no_file',
      marks: part.marks,
      listed: figuresOf(part),
    }))

/** The order has it only as a mark, so its file is compared with that mark. */
const comparesAsMark = (part: ListedPart): boolean => part.isOwnMark && !part.inImport

/**
 * Compares parts of the lists with the part files, by part mark.
 * @param addUnlisted the user's decision about files in no list; null: they become marks if no file matches a list
 */
export const meetParts = (
  files: readonly FilePart[],
  listed: readonly ListedPart[],
  addUnlisted: boolean | null,
  sameProfile: SameProfile,
): Meeting => {
  const byKey = new Map(listed.map((part) => [partKey(part.partMark), part]))
  const met = files.flatMap((file) => {
    const part = byKey.get(partKey(file.partMark))
    return part === undefined || comparesAsMark(part) ? [] : [{ file, row: metRow(part, file, sameProfile) }]
  })
  const addsUnlisted = addUnlisted ?? (met.length === 0 && !listed.some(({ inImport }) => inImport))
  const unlisted = files.filter(({ partMark }) => !byKey.has(partKey(partMark)))
  const parts = [...met.map(({ file }) => file), ...(addsUnlisted ? [] : unlisted)]
  if (met.length === 0 && addsUnlisted && addUnlisted === null) return { parts, rows: [], addsUnlisted }
  const found = new Set(files.map(({ partMark }) => partKey(partMark)))
  const rows = [...met.map(({ row }) => row), ...unlisted.map(unlistedRow), ...rowsWithoutFile(listed, found)]
  return { parts, rows, addsUnlisted }
}
