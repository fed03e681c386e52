import type { FileOutcome } from '@cloud-factory/contract/drawings/drawings'

/** A drawing number without case, spaces and signs: `B-101`, `b 101` and `Ｂ１０１` are equal. */
export const drawingKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Text that puts revisions in order: none, then letters (issues for approval), then numbers (issues for fabrication), each in
 * its own order: A < B < Z < AA, A < A1, 2 < 10. Decision 0072.
 */
export function revisionRank(revision: string): string {
  const text = drawingKey(revision)
  if (text === '') return '0'
  const [, letters, digits = ''] = /^([A-Z]*)(\d*)$/.exec(text) ?? []
  if (letters === undefined || digits.length > 6) return `3${text}`
  if (letters === '') return `2${digits.padStart(6, '0')}`
  return `1${String(letters.length).padStart(2, '0')}${letters}${digits.padStart(6, '0')}`
}

/** Number and revision of a drawing, and whether the order has a mark or drawing with this number. */
export interface NamedDrawing {
  readonly drawingNo: string
  readonly revision: string
  readonly isKnown: boolean
}

type IsKnown = (key: string) => boolean

const value = '([0-9]{1,3}|[A-Z]{1,2}[0-9]{0,2})'
const after = '(?![\\p{L}\\p{N}])'
/** Revisions that a word or brackets point out. */
const labelled = [
  `(?<!\\p{L})(?:revision|rev|issue|ver|version)[\\s._:-]*${value}${after}`,
  `(?:版本|版次|修订|第)[\\s._:-]*${value}(?:版|次)?${after}`,
  `(?<![\\p{Script=Latin}\\p{N}])${value}\\s*版(?![本次])`,
  `(?<![\\p{L}\\p{N}])[RV][\\s._-]?([0-9]{1,3})${after}`,
  `[(\\[]\\s*${value}\\s*[)\\]]`,
].map((form) => new RegExp(form, 'iu'))
/** A revision joined to the number: `B101-A`. */
const joined = new RegExp(`^[-_.]${value}${after}`, 'iu')

/** Finds number and revision of a drawing in the name of its file. */
export function namedDrawing(fileName: string, isKnown: IsKnown): NamedDrawing {
  const stem = fileName
    .normalize('NFKC')
    .replace(/^.*[/\\]/, '')
    .replace(/\.pdf$/i, '')
    .trim()
  if (isKnown(drawingKey(stem))) return { drawingNo: stem, revision: '', isKnown: true }
  const found = labelled.map((form) => form.exec(stem)).find((match) => match !== null)
  const before = found === undefined ? stem : stem.slice(0, found.index)
  const revision = upper(found?.[1])
  const known = knownStart(before, isKnown) ?? knownStart(stem, isKnown)
  if (known === null) return proposed(before, revision)
  const own = joined.exec(stem.slice(known.length))?.[1]
  return { drawingNo: known, revision: revision || upper(own), isKnown: true }
}

/** What the name of an unknown drawing most likely means. */
function proposed(before: string, revision: string): NamedDrawing {
  const [, start = before, own] = (revision === '' && lettered.exec(before.trim())) || []
  return { drawingNo: trimmed(start), revision: revision || upper(own), isKnown: false }
}

/** A number with a joined letter: `X-900-B`. */
const lettered = /^(.*\d)[-_.]([A-Z]\d?)$/iu
const upper = (text = ''): string => text.toUpperCase()
const trimmed = (text: string): string => text.replaceAll(/^[\s_\-.(]+|[\s_\-.([]+$/g, '')

/** The longest beginning of a text that is a known number and ends where a word ends. */
function knownStart(text: string, isKnown: IsKnown): string | null {
  for (let end = text.length; end > 0; end -= 1) {
    const [last, next] = [text.charAt(end - 1), text.charAt(end)]
    const isEnd = /[\p{L}\p{N}]/u.test(last) && (!/[\p{L}\p{N}]/u.test(next) || isHan(last) !== isHan(next))
    if (isEnd && isKnown(drawingKey(text.slice(0, end)))) return text.slice(0, end).trim()
  }
  return null
}

const isHan = (sign: string): boolean => /\p{Script=Han}/u.test(sign)

/** A text of a page with the place of its lower left corner, as shares of width and height from the lower left. */
export interface TextAt {
  readonly text: string
  readonly x: number
  readonly y: number
}

const numberLabel = /(?:drawing|dwg|drg|sheet|plano)\.?\s*(?:no|number|num|nr|n[.º°])|图\s*号|图纸编号/iu
const revisionLabel =
  /^(?:revision|rev|issue|rev\.?\s*no|版本|版次|修订)\.?\s*(?:号|no\.?)?\s*[:：]?\s*(.*)$/iu
const revisionForm = new RegExp(`^${value}$`, 'iu')
/** Texts on one line differ by less than this share of the height. */
const lineShare = 0.008
/** A value stands at most so far below its label. */
const belowShare = 0.03

/**
 * Finds number and revision in the title block. Only numbers that the order knows count: the one beside the label, otherwise the only
 * one, otherwise the one nearest to the lower right corner.
 */
export function titleBlockDrawing(texts: readonly TextAt[], isKnown: IsKnown): NamedDrawing | null {
  const numbers = texts.flatMap((one) => {
    const text = one.text.replace(numberLabel, '').replace(/^[\s.:：]+/, '')
    return isKnown(drawingKey(text)) ? [{ ...one, text: text.trim() }] : []
  })
  const labels = texts.filter(({ text }) => numberLabel.test(text))
  const beside = numbers.find((number) => labels.some((label) => isBeside(label, number)))
  const isOne = new Set(numbers.map(({ text }) => drawingKey(text))).size === 1
  const corner = numbers.filter(({ x, y }) => x > 0.5 && y < 0.35).sort((a, b) => b.x - b.y - (a.x - a.y))
  const found = beside ?? (isOne ? numbers[0] : corner[0])
  return found === undefined
    ? null
    : { drawingNo: found.text, revision: titleBlockRevision(texts), isKnown: true }
}

const isBeside = (label: TextAt, text: TextAt): boolean =>
  (Math.abs(label.y - text.y) < lineShare && text.x >= label.x && text.x - label.x < 0.3) ||
  (Math.abs(label.x - text.x) < 0.05 && label.y - text.y >= 0 && label.y - text.y < belowShare)

function titleBlockRevision(texts: readonly TextAt[]): string {
  const lower = texts.filter(({ y }) => y < 0.5)
  for (const label of lower) {
    const after = revisionLabel.exec(label.text.trim())?.[1]?.trim()
    if (after === undefined) continue
    if (revisionForm.test(after)) return after.toUpperCase()
    if (after !== '') continue
    const text = lower.find(
      (one) => one !== label && revisionForm.test(one.text.trim()) && isBeside(label, one),
    )
    if (text !== undefined) return text.text.trim().toUpperCase()
  }
  return ''
}

/** A revision that a drawing has, or will have when the files before it are confirmed. */
export interface KnownRevision {
  readonly rank: string
  readonly sha256: string
}

export interface FileFacts {
  readonly drawingNo: string
  readonly revision: string
  readonly sha256: string
  readonly isReadable: boolean
  /** A mark or drawing of the order has its number, or a person entered it. */
  readonly isKnown: boolean
  readonly isOfOther: boolean
}

/** What confirming a file does. `revisions`: those of its drawing. */
export function outcomeOf(file: FileFacts, revisions: readonly KnownRevision[]): FileOutcome {
  if (!file.isReadable) return 'unreadable'
  if (drawingKey(file.drawingNo) === '' || !file.isKnown) return file.isOfOther ? 'other_order' : 'unmatched'
  const rank = revisionRank(file.revision)
  const same = revisions.find((one) => one.rank === rank)
  if (same !== undefined) return same.sha256 === file.sha256 ? 'same_file' : 'revision_differs'
  if (revisions.length === 0) return 'matched'
  return revisions.some((one) => one.rank > rank) ? 'older' : 'new_revision'
}
