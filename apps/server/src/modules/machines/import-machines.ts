import { machinesApi } from '@cloud-factory/contract/machines/machines'
import { criticalities } from '@cloud-factory/domain/machines/equipment-enums'
import type { Fields, Names } from '@cloud-factory/domain/resource/resource'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { References } from '../../platform/import/import-columns.ts'
import type { ImportSpec } from '../../platform/import/import-routes.ts'
import { createMachine, removeMachine } from './save-machine.ts'

type MachineInput = Parameters<typeof createMachine>[2]

/** Topic words are checked by the schema of the request. */
const fields: Fields = {
  code: { type: 'text', max: 64, required: true, example: 'CUT-01' },
  name: { type: 'text', max: 60, required: true },
  profileId: { type: 'id' },
  line: { type: 'text', max: 64, required: true, example: 'beam' },
  workshopId: { type: 'id', optional: true },
  processId: { type: 'id', optional: true },
  model: { type: 'text', max: 60 },
  maker: { type: 'text', max: 60 },
  serialNo: { type: 'text', max: 60 },
  criticality: { type: 'choice', values: criticalities, initial: 'B' },
  commissionedOn: { type: 'day', optional: true },
  ratedKw: { type: 'number', max: 99_999, decimals: 2, optional: true },
  standardRate: { type: 'number', max: 999_999, decimals: 3, optional: true },
  rateUnit: { type: 'text', max: 12 },
  xM: { type: 'number', max: 100_000, decimals: 2, optional: true },
  yM: { type: 'number', max: 100_000, decimals: 2, optional: true },
  widthM: { type: 'number', max: 10_000, decimals: 2, optional: true },
  depthM: { type: 'number', max: 10_000, decimals: 2, optional: true },
  note: { type: 'text', max: 1000 },
}

interface Named {
  readonly id: number
  readonly code: string
  readonly names: Names
}

/** Profiles in their latest version, workshops and processes. */
async function references(reads: Reads, { plantId }: Actor): Promise<References> {
  const profiles = await readRows(
    reads,
    sql<Named>`select distinct on (code) id, code, names from machine_profiles where plant_id = ${plantId}
      order by code, profile_version desc`,
  )
  const processes = await readRows(
    reads,
    sql<Named>`select id, code, names from processes where plant_id = ${plantId} order by id`,
  )
  const workshops = await readRows(
    reads,
    sql<{ id: number; name: string }>`select id, name from workshops where plant_id = ${plantId} order by id`,
  )
  const named = ({ id, code, names: { zh, en, es } }: Named) => ({
    id: String(id),
    names: [code, zh, en, es],
  })
  return {
    profileId: profiles.map(named),
    processId: processes.map(named),
    workshopId: workshops.map(({ id, name }) => ({ id: String(id), names: [name] })),
  }
}

export const machineImport: ImportSpec<'machines', MachineInput> = {
  path: 'machines',
  fields,
  words: ['machines', 'list'],
  unique: 'code',
  schema: machinesApi['POST /api/machines'].body,
  references,
  existing: async (reads, { plantId }, codes) => {
    const rows = await readRows(
      reads,
      sql<{
        code: string
      }>`select code from machines where plant_id = ${plantId} and code = any(${codes}::text[])`,
    )
    return rows.map(({ code }) => code)
  },
  creator:
    () =>
    async ({ write, actor }, input) => ({ id: await createMachine(write, actor, input) }),
  remove: ({ write, actor }, id, version) => removeMachine(write, actor, id, version),
}
