import type { MatchOutcome, memberChanges } from '@cloud-factory/contract/model/models'
import { drawingKey } from '../drawings/drawings.rules.ts'

export interface MemberFacts {
  readonly position: number
  readonly guid: string
  readonly mark: string
  readonly box: readonly number[]
  readonly shape: string
}

/** A member of the model before. Boxes are relative to its own origin. */
export interface MemberBefore extends MemberFacts {
  readonly markId: number | null
  readonly pieceId: number | null
  readonly source: Source | null
}

type Source = 'mark' | 'guid' | 'hand'

/** A mark of the order with the ids of its pieces by serial number. */
export interface MarkPieces {
  readonly id: number
  readonly mark: string
  readonly pieces: readonly number[]
}

export interface Match {
  readonly position: number
  readonly markId: number | null
  readonly pieceId: number | null
  readonly source: Source | null
}

/**
 * Finds the mark and the piece of each member. Marks come before GUIDs, because detailers reuse GUIDs when they renumber; what
 * a person chose for a member or its mark in the model before stays valid. A member keeps its piece over revisions; the other
 * pieces of a mark go to its members from below.
 */
export function matchMembers(
  members: readonly MemberFacts[],
  marks: readonly MarkPieces[],
  before: readonly MemberBefore[],
): Match[] {
  const byKey = new Map(marks.map((mark) => [drawingKey(mark.mark), mark.id]))
  const ofOrder = new Set(marks.map(({ id }) => id))
  const byGuid = new Map(before.filter(({ markId }) => markId !== null).map((one) => [one.guid, one]))
  const byHand = new Map(
    before.filter(({ source }) => source === 'hand').map(({ mark, markId }) => [mark, markId] as const),
  )
  const found = members.map((member) => {
    const hand = byHand.get(member.mark)
    if (hand !== undefined && hand !== null && ofOrder.has(hand))
      return { member, markId: hand, source: 'hand' as const }
    const own = byKey.get(drawingKey(member.mark))
    if (own !== undefined) return { member, markId: own, source: 'mark' as const }
    const old = byGuid.get(member.guid)?.markId ?? null
    return old !== null && ofOrder.has(old)
      ? { member, markId: old, source: 'guid' as const }
      : { member, markId: null, source: null }
  })
  return assignPieces(found, marks, (member) => byGuid.get(member.guid)?.pieceId ?? null)
}

interface Found {
  readonly member: MemberFacts
  readonly markId: number | null
  readonly source: Source | null
}

export function assignPieces(
  found: readonly Found[],
  marks: readonly MarkPieces[],
  pieceBefore: (member: MemberFacts) => number | null,
): Match[] {
  const markOfPiece = new Map(marks.flatMap(({ id, pieces }) => pieces.map((piece) => [piece, id] as const)))
  const used = new Map<number, number>()
  const assigned = new Set<number>()
  for (const { member, markId } of found) {
    const piece = pieceBefore(member)
    if (piece === null || assigned.has(piece) || markOfPiece.get(piece) !== markId) continue
    used.set(member.position, piece)
    assigned.add(piece)
  }
  const free = new Map(marks.map(({ id, pieces }) => [id, pieces.filter((piece) => !assigned.has(piece))]))
  const fromBelow = found
    .filter(({ member, markId }) => markId !== null && !used.has(member.position))
    .toSorted((a, b) => compareBoxes(a.member.box, b.member.box) || a.member.position - b.member.position)
  for (const { member, markId } of fromBelow) {
    const piece = free.get(markId ?? 0)?.shift()
    if (piece !== undefined) used.set(member.position, piece)
  }
  return found.map(({ member: { position }, markId, source }) => ({
    position,
    markId,
    pieceId: used.get(position) ?? null,
    source,
  }))
}

/** To a decimetre: members of one storey are in line even when the model is not exact. */
function compareBoxes(a: readonly number[], b: readonly number[]): number {
  for (const axis of [2, 1, 0]) {
    const difference = Math.round((a[axis] ?? 0) * 10) - Math.round((b[axis] ?? 0) * 10)
    if (difference !== 0) return difference
  }
  return 0
}

type Change = (typeof memberChanges)[number]

/** Metres that a member may be off without having moved. */
const tolerance = 0.005

/**
 * What became of each member since the model before, by GUID, otherwise by mark and place, as programs may write new GUIDs with
 * every export. `shift`: origin of this model less that of the one before. `removed`: numbers of members that only the model
 * before has.
 */
export function changesOf(
  members: readonly MemberFacts[],
  before: readonly MemberBefore[],
  shift: readonly number[],
): { readonly changes: readonly Change[]; readonly removed: readonly number[] } {
  const byGuid = new Map(before.map((one) => [one.guid, one]))
  const byPlace = new Map(before.map((one) => [placeKey(one, [0, 0, 0]), one]))
  const left = new Set(before)
  const changes = members.map((member): Change => {
    const guidBefore = byGuid.get(member.guid)
    const old =
      guidBefore !== undefined && left.has(guidBefore) ? guidBefore : byPlace.get(placeKey(member, shift))
    if (old === undefined || !left.has(old)) return 'added'
    left.delete(old)
    if (old.shape !== member.shape) return 'changed'
    const moved = [0, 1, 2].some(
      (axis) => Math.abs((member.box[axis] ?? 0) + (shift[axis] ?? 0) - (old.box[axis] ?? 0)) > tolerance,
    )
    return moved ? 'moved' : 'same'
  })
  return { changes, removed: [...left].map(({ position }) => position) }
}

/** To two centimetres. */
const placeKey = ({ mark, box }: MemberFacts, shift: readonly number[]): string =>
  [mark, ...[0, 1, 2].map((axis) => Math.round(((box[axis] ?? 0) + (shift[axis] ?? 0)) * 50))].join('|')

interface Numbers {
  /** Members with the mark in the model. */
  readonly members: number
  /** Of the order's mark; null: the model's mark is none of the order. */
  readonly pieces: number | null
}

export function outcomeOf({ members, pieces }: Numbers): MatchOutcome {
  if (pieces === null) return 'unmatched'
  if (members === 0) return 'not_in_model'
  if (members === pieces) return 'matched'
  return members > pieces ? 'surplus' : 'short'
}
