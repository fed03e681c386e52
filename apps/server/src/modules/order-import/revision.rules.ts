import type {
  PartFigures,
  partFields,
  partStates,
} from '@cloud-factory/contract/order-import/import-revisions'

/** States in which nobody has worked on a piece yet: a revision may still take it along or away. */
export const waitingStatuses = ['planned', 'issued'] as const
/** States that count for nothing, so a revision leaves them alone. */
export const goneStatuses = ['scrapped', 'superseded'] as const

/** Pieces of one mark over all its revisions, and how many the new list wants. */
interface MarkCount {
  /** With work on them: they stay what they are. */
  readonly started: number
  readonly waiting: number
  readonly target: number
}

interface PiecePlan {
  /** Waiting pieces that go on, made by the new figures where these changed. */
  readonly remaining: number
  readonly added: number
  readonly superseded: number
}

/** What becomes of the pieces of a mark; null when it would take pieces that have been started. */
export function planPieces({ started, waiting, target }: MarkCount): PiecePlan | null {
  const open = target - started
  if (open < 0) return null
  return {
    remaining: Math.min(waiting, open),
    added: Math.max(0, open - waiting),
    superseded: Math.max(0, waiting - open),
  }
}

interface ChangeFacts {
  readonly kind: 'added' | 'changed' | 'removed' | 'same'
  readonly started: number
  /** Pieces that the new list wants; null where it does not name the mark. */
  readonly target: number | null
}

/** Whether a row can be written, or the reason why it can only be held. */
export function canAccept({ kind, started, target }: ChangeFacts): true | 'import.needs_started' {
  return kind !== 'changed' || target === null || started <= target || 'import.needs_started'
}

/** Untouched rows are written unless somebody says otherwise; what the workshop has begun waits for a person. */
export function decisionFor(change: ChangeFacts): 'accept' | 'hold' {
  return change.started === 0 && canAccept(change) === true ? 'accept' : 'hold'
}

/**
 * Name of the next revision of a mark: what the file calls it, unless that was used; else one further than now:
 * A → B, 2 → 3, R1 → R2.
 */
export function nextRevision(current: string, requested: string, used: ReadonlySet<string>): string {
  if (requested !== '' && !used.has(requested)) return requested
  let next = requested === '' ? current : requested
  do next = oneFurther(next)
  while (used.has(next))
  return next
}

function oneFurther(revision: string): string {
  if (/^[A-Y]$/.test(revision)) return String.fromCharCode(revision.charCodeAt(0) + 1)
  const [, head, digits] = /^(.*?)(\d{1,9})$/.exec(revision) ?? []
  if (digits !== undefined) return `${head}${String(Number(digits) + 1).padStart(digits.length, '0')}`
  return revision === '' ? 'R1' : `${revision}.1`
}

/** Whether a revision comes before another of the same kind: A before B, 2 before 10, R1 before R2. */
export function isOlderRevision(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return false
  if (/^[A-Z]$/.test(one) && /^[A-Z]$/.test(other)) return one < other
  const [first, second] = [one, other].map((text) => /^(\D*)(\d{1,9})$/.exec(text))
  return first?.[1] !== undefined && first[1] === second?.[1] && Number(first[2]) < Number(second?.[2])
}

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
