import type { Permission } from '../identity/permissions.ts'
import type { EventName } from '../live/change-areas.ts'

/** A text in the three languages of the product; a screen shows the user's language. */
export interface Names {
  zh: string
  en: string
  es: string
}

/** Rows of a file to import. */
export const maxImportRows = 10_000

/**
 * Records of one request: they are added, or deleted, in one transaction, and the embedded database serves nobody else
 * meanwhile.
 */
export const importChunk = 500

/** Users of a file: the hash of each one-time password takes a tenth of a second. */
export const maxImportUsers = 200

/** Maximum length of a code. */
export const maxCode = 40

interface AnyField {
  /** Null when it is left empty. */
  readonly optional?: true
  /** Its label in the dictionary of the resource; by default `field.` and its key. */
  readonly label?: string
  /** Has an explanation in the dictionary: `hint.` and its key. */
  readonly hint?: true
  /** Its column; by default its key in snake case. Null: it lies in other tables, and the resource's module saves it. */
  readonly column?: string | null
}

/** A printed number or short name: letters, digits and separators. */
interface CodeField extends AnyField {
  readonly type: 'code'
  readonly example?: string
}
interface TextField extends AnyField {
  readonly type: 'text'
  readonly max: number
  readonly required?: true
  /** Height of the input when it is more than one line. */
  readonly lines?: number
  readonly initial?: string
  readonly example?: string
}
interface NamesField extends AnyField {
  readonly type: 'names'
  readonly max: number
}
interface NumberField extends AnyField {
  readonly type: 'number'
  /** 0 by default. */
  readonly min?: number
  readonly max: number
  /** Whole numbers by default. */
  readonly decimals?: number
  readonly suffix?: string
  /** Empty by default. */
  readonly initial?: number
}
/** An exact decimal as text, with at most six decimals. */
interface DecimalField extends AnyField {
  readonly type: 'decimal'
}
/** True for a new record unless `initial` is false. */
interface FlagField extends AnyField {
  readonly type: 'flag'
  readonly initial?: false
}
interface ValuesField extends AnyField {
  readonly values: readonly [string, ...string[]]
  /** Key of the values' names in the dictionary; by default the field's own key. Null: values are shown as they are. */
  readonly words?: string | null
}
/** One of some values; a new record has `initial` or else the first one, and none when it is optional. */
interface ChoiceField extends ValuesField {
  readonly type: 'choice'
  readonly initial?: string
  /** A request that adds a record may leave it out: it then has the value of a new record. */
  readonly omissible?: true
  /** An empty choice has a name: `none` of the values' names. */
  readonly hasNone?: true
}
interface ChoicesField extends ValuesField {
  readonly type: 'choices'
  readonly required?: true
}
/** Two numbers, of which the second is not below the first. */
interface RangeField extends AnyField {
  readonly type: 'range'
  readonly max: number
  readonly decimals?: number
}
/** A value with a schema and an input of its own, stored as JSON. */
interface OwnField<V = unknown> extends AnyField {
  readonly type: 'own'
  /** Only a type. */
  readonly value?: V
}
/** The id of another record. */
interface IdField extends AnyField {
  readonly type: 'id'
}
interface IdsField extends AnyField {
  readonly type: 'ids'
  readonly max: number
}
/** A day, or a time of day as `HH:MM`, in the plant's time zone. */
interface CalendarField extends AnyField {
  readonly type: 'day' | 'time'
}

export type Field =
  | CodeField
  | TextField
  | NamesField
  | NumberField
  | DecimalField
  | FlagField
  | ChoiceField
  | ChoicesField
  | RangeField
  | OwnField
  | IdField
  | IdsField
  | CalendarField
export type Fields = Readonly<Record<string, Field>>

/** An entity that users list, add, change and delete, declared once for both sides. */
export interface Resource {
  /** `/api/<path>` */
  readonly path: string
  readonly table: string
  /** Permission for reading, and for adding, changing and deleting. */
  readonly view: Permission
  readonly edit: Permission
  /** Its name in the audit log. */
  readonly subject: string
  /** First word of its actions in the audit log; the table by default. */
  readonly actions?: string
  /** Written at every change; by default `<table>.created`, `.changed` and `.deleted`. */
  readonly event?: EventName
  /** First word of its query keys in the browser. */
  readonly queries: string
  /** Namespace and key of its texts: `title`, `add`, `edit`, `empty`. */
  readonly words: readonly [namespace: string, key: string]
  /** The fields by which people know a record. */
  readonly name: string | readonly [string, ...string[]]
  /** The field whose value only one record has. */
  readonly unique?: string
  readonly fields: Fields
  /** What the list can be sorted by; the first is the default. */
  readonly sorts: readonly [string, ...string[]]
  /** Fields that the list can be filtered by. */
  readonly filters?: readonly string[]
  /** Fields that the search looks in. */
  readonly search: readonly string[]
}

/** Preserves the literal types of a declaration, from which views, inputs and queries are inferred. */
export const resource = <
  const F extends Fields,
  const R extends Resource & {
    readonly fields: F
    readonly name: keyof F | readonly [keyof F, ...(keyof F)[]]
    readonly unique?: keyof F
    readonly filters?: readonly (keyof F)[]
    readonly search: readonly (keyof F)[]
  },
>(
  declared: R & { readonly fields: F },
): R => declared

/** A field of type `own` whose value has this type. */
export const own = <V>(): OwnField<V> => ({ type: 'own' })

/** Something for each type of fields. */
export type ByType<Args extends readonly unknown[], Result> = {
  readonly [T in Field['type']]: (field: Extract<Field, { readonly type: T }>, ...args: Args) => Result
}

/** What a table says of a field. */
export const byType = <Args extends readonly unknown[], Result>(
  table: ByType<Args, Result>,
  field: Field,
  ...args: Args
): Result => (table[field.type] as (field: Field, ...args: Args) => Result)(field, ...args)

export interface Range {
  min: number
  max: number
}
interface Plain {
  code: string
  text: string
  names: Names
  number: number
  decimal: string
  flag: boolean
  range: Range
  id: string
  ids: string[]
  day: string
  time: string
}
type Value<F extends Field> = F extends ChoiceField
  ? F['values'][number]
  : F extends ChoicesField
    ? F['values'][number][]
    : F extends OwnField<infer V>
      ? V
      : F['type'] extends keyof Plain
        ? Plain[F['type']]
        : never

/** A field's value in views and inputs. */
export type ValueOf<F extends Field> = F extends { readonly optional: true } ? Value<F> | null : Value<F>

/** The value of a new record. */
export const initialChoice = ({ values, optional, initial }: ChoiceField): string | null =>
  initial ?? (optional === true ? null : values[0])

/** The values of all fields: what a user enters. */
export type ValuesOf<R extends Resource> = { -readonly [K in keyof R['fields']]: ValueOf<R['fields'][K]> }

export type FilterOf<R extends Resource> = R extends { readonly filters: readonly (infer K)[] } ? K : never

/** The fields by which people know a record; a list has the first one in front. */
export const namingFields = ({ name }: Resource): readonly string[] =>
  typeof name === 'string' ? [name] : name

/** What people call a record; `inLanguage` chooses among names in three languages. */
export const nameOf = (declared: Resource, values: object, inLanguage: (names: Names) => string): string =>
  namingFields(declared)
    .map((key) => (values as Readonly<Record<string, unknown>>)[key])
    .map((value) => (typeof value === 'string' ? value : inLanguage(value as Names)))
    .join(' ')

/** Endpoint of the list of a resource: also the second word of its query key. */
export const listKeyOf = ({ path }: Resource) => `GET /api/${path}`

/** Actions of a resource in the audit log. */
export const actionsOf = ({ table, actions = table }: Resource) => ({
  create: `${actions}.create`,
  update: `${actions}.update`,
  delete: `${actions}.delete`,
})

/** Events of a resource. */
export const eventsOf = ({ table, event }: Resource) => ({
  create: event ?? (`${table}.created` as EventName),
  update: event ?? (`${table}.changed` as EventName),
  delete: event ?? (`${table}.deleted` as EventName),
})
