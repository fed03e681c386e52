import type { RawBuilder } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'

export type RegisterTable = 'welders' | 'welder_certificates' | 'wps' | 'coat_specs'

/** What every row of a register shows. */
export interface RegisterRow {
  readonly id: string
  readonly version: number
}

/** One kind of rows that others name: how they are read, checked and written. Its table is `r`. */
export interface Register<Stored extends object, Row extends RegisterRow, Input extends object> {
  readonly table: RegisterTable
  readonly columns: RawBuilder<Stored>
  readonly from: RawBuilder<unknown>
  readonly sorts: Readonly<Record<string, RawBuilder<unknown>>>
  /** Order unless asked for another. */
  readonly order: RawBuilder<unknown>
  view(row: Stored, actor: Actor): Row
  /** Columns of its table. */
  stored(input: Input): Readonly<Record<string, unknown>>
  /** What people call it. */
  name(input: Input): string
  /** Fields of the view that nobody enters; the log of a deletion leaves them out. */
  readonly computed: readonly (keyof Row & string)[]
  /** The field that must be unique. */
  readonly unique: string
  check?(write: Write, actor: Actor, input: Input): Promise<void>
}
