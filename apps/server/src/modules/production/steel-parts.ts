import type { SteelPart, SteelShape } from '@cloud-factory/contract/steel-parts'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { parseProfile } from '../steel-profiles/public.ts'

const forms: Readonly<Record<string, SteelShape['form']>> = {
  plate: 'plate',
  'round-tube': 'tube',
  'rect-tube': 'tube',
  'round-bar': 'bar',
  'square-bar': 'bar',
}

/** The shape of a profile as it is written; null for one that is not known or is welded of plates. */
export function steelShape(written: string): SteelShape | null {
  const profile = parseProfile(written)
  if (profile === null || profile.kind === 'box') return null
  // A rolled section stands in a catalogue; an H that does not is made of plates.
  if ((profile.kind === 'h' || profile.kind === 'tee') && profile.standard === undefined) return null
  const { kind, heightMm = null, widthMm = null, thicknessMm = null, kgPerM = null } = profile
  return { form: forms[kind] ?? 'section', kind, heightMm, widthMm, thicknessMm, kgPerM }
}

interface PartRow {
  readonly piece: number
  readonly part_mark: string
  readonly profile: string
  readonly grade: string | null
  readonly kg: number | null
}

/** The parts of each piece by mark; pieces whose list named none are left out. */
export async function steelParts(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
): Promise<Map<number, SteelPart[]>> {
  const rows = await readRows(
    reads,
    sql<PartRow>`
      select p.id as piece, s.part_mark, min(s.profile) as profile, min(s.grade) as grade,
        sum(s.net_kg * s.quantity_per_mark)::float8 as kg
      from pieces p join parts s on s.mark_id = p.mark_id
      where p.plant_id = ${plantId} and p.id = any(${[...pieceIds]}::bigint[])
      group by p.id, s.part_mark order by p.id, s.part_mark`,
  )
  const parts = new Map<number, SteelPart[]>()
  for (const { piece, part_mark: mark, profile, grade, kg } of rows) {
    const own = parts.get(piece) ?? []
    own.push({ mark, profile, shape: steelShape(profile), grade, kg })
    parts.set(piece, own)
  }
  return parts
}
