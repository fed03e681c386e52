import fc from 'fast-check'

/** Generates valid and invalid inputs of an endpoint from its schemas in the OpenAPI document. */
export interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<string, unknown>
}

export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

export interface Input {
  /** One for each parameter of the operation. */
  readonly parameters: readonly unknown[]
  /** Which query parameters to send, by index. */
  readonly use: readonly boolean[]
  readonly body: unknown
}

/** Strings that often break programs, joined into one text. Each also occurs alone in the list. */
const together = `../'; drop table users; --"\\%_*<img src=x onerror=alert(1)>☃=1+1`

export const hostile: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '../../etc/passwd',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '1e999',
  '-1',
  '0',
  '9'.repeat(18),
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '☃'.repeat(50),
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  [],
  {},
  [[]],
  { __proto__: null },
]

const bent = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostile) }, fc.jsonValue({ maxDepth: 3 }))

const sometimesBent = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: bent })

const bodyOf = (operation: Operation): Schema | undefined =>
  operation.requestBody?.content['application/json']?.schema
const parametersOf = ({ parameters = [] }: Operation): readonly Schema[] =>
  parameters.map(({ schema }) => schema)
const typeOf = ({ type }: Schema): string => (typeof type === 'string' ? type : (type?.[0] ?? ''))
const branchesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? []

/** Valid inputs with occasional invalid values. */
export function randomInput(operation: Operation): fc.Arbitrary<Input> {
  const body = bodyOf(operation)
  return fc.record({
    parameters: fc.tuple(...parametersOf(operation).map(sometimesBent)),
    use: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    body: body === undefined ? fc.constant(undefined) : sometimesBent(body),
  })
}

const byType: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  object: ({ properties = {}, required = [] }) =>
    fc.record(mapped(properties, sometimesBent), {
      requiredKeys: Object.keys(properties).filter((name) => required.includes(name)),
    }),
  array: ({ items = {}, minItems = 0 }) =>
    fc.array(fitting(items), { minLength: minItems, maxLength: Math.max(minItems, 4) }),
  integer: ({ minimum = -5, maximum = 1000 }) =>
    fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 1000)) }),
  number: ({ minimum = -5, maximum = 1e6, multipleOf }) =>
    fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => rounded(value, multipleOf)),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

const rounded = (value: number, step: number | undefined): number =>
  step === undefined ? value : Number((Math.round(value / step) * step).toFixed(6))

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const branches = branchesOf(schema)
  if (branches.length > 0) return fc.oneof(...branches.map(fitting))
  return (byType[typeOf(schema)] ?? text)(schema)
}

/** Texts that match patterns of the contract. Where they refer to a record, the demo factory has it. */
const samples =
  `A-1 M6 list.columns 08:00 17:30 2026-11 12.5 0 1 250 123456 planner kran-3@example.com 2026-11-21 2027-01-31
1900-01-01 2026-11-21T08:00:00Z 2026-11-21T08:00:00+08:00 钢梁 /order/list 0f8fad5b-d9cb-469f-a165-70867728950e
${'ab'.repeat(32)} ${'x'.repeat(43)}`.split(/\s+/)
const ids = Array.from({ length: 59 }, (_, index) => String(index + 2))

function text(schema: Schema): fc.Arbitrary<unknown> {
  if (isId(schema)) return fc.constantFrom(...ids)
  const fit = samples.filter((sample) => accepts(schema, sample))
  const free = fc.string({ maxLength: Math.min(schema.maxLength ?? 30, 30), unit: 'grapheme' })
  if (fit.length === 0) return free
  return schema.pattern === undefined ? fc.oneof(free, fc.constantFrom(...fit)) : fc.constantFrom(...fit)
}

const isId = ({ pattern }: Schema): boolean => pattern === '^[1-9][0-9]{0,17}$'

/**
 * Hostile input number `turn`: every text and number is hostile but valid, so it passes the schema and reaches
 * the code. Ids still refer to records.
 */
export function hostileInput(operation: Operation, turn: number): Input {
  const body = bodyOf(operation)
  return {
    parameters: parametersOf(operation).map((schema, index) => hostileOf(schema, turn, index)),
    use: Array.from({ length: 20 }, (_, index) => turn === 0 || (turn + index) % 3 > 0),
    body: body === undefined ? undefined : hostileOf(body, turn, 0),
  }
}

function hostileOf(schema: Schema, turn: number, place: number): unknown {
  const branches = branchesOf(schema)
  if (branches.length > 0) return hostileOf(branches[turn % branches.length] ?? {}, turn, place)
  const { properties, required = [] } = schema
  if (properties !== undefined) {
    const names = Object.keys(properties).filter(
      (name, index) => required.includes(name) || (turn + index) % 4 > 0,
    )
    return Object.fromEntries(
      names.map((name, index) => [name, hostileOf(properties[name] ?? {}, turn, place + index)]),
    )
  }
  if (schema.items !== undefined) return [hostileOf(schema.items, turn, place)]
  const known = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const choice = known ?? (isId(schema) ? ids : hostileThatFit(schema, turn))
  return choice.length > 0 ? choice[(turn + 7 * place) % choice.length] : sampleOf(schema, turn)
}

const hostileThatFit = (schema: Schema, turn: number): readonly unknown[] =>
  turn === 0 && accepts(schema, together) ? [together] : hostile.filter((value) => accepts(schema, value))

const sampleOf = (schema: Schema, turn: number): unknown =>
  fc.sample(fitting(schema), { numRuns: 1, seed: turn })[0]

/** Whether a text or number is valid by its schema. The server may apply further rules. */
export function accepts(schema: Schema, value: unknown): boolean {
  const type = typeOf(schema)
  if (typeof value === 'string') return (type === 'string' || type === '') && acceptsText(schema, value)
  if (typeof value !== 'number') return false
  return (type === 'number' || (type === 'integer' && Number.isSafeInteger(value))) && isWithin(schema, value)
}

const isWithin = ({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): boolean =>
  value >= minimum && value <= maximum

const acceptsText = ({ minLength = 0, maxLength = Infinity, pattern }: Schema, value: string): boolean =>
  value.length >= minLength &&
  value.length <= maxLength &&
  (pattern === undefined || new RegExp(pattern, 'u').test(value))

/** A location in an operation's input that can be replaced. */
interface Place {
  readonly key: string
  /** `path`, `query` or `body`, with the expected type. */
  readonly kind: string
  /** Index of the parameter, or path into the body. */
  readonly at: number | readonly string[]
}

/**
 * Requests with one invalid value each; all other values are valid. Covers every kind of location with every
 * hostile value, and every operation.
 */
export function bentInputs(
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, readonly Input[]> {
  const places = [...operations].flatMap(([key, operation]) => placesOf(key, operation))
  const inputs = [...Map.groupBy(places, ({ kind }) => kind).values()].flatMap((alike) =>
    Array.from({ length: Math.max(hostile.length, alike.length) }, (_, turn) => {
      const place = alike[turn % alike.length] as Place
      return [place.key, bentAt(operations.get(place.key) as Operation, place, turn)] as const
    }),
  )
  return new Map(
    [...Map.groupBy(inputs, ([key]) => key)].map(([key, pairs]) => [key, pairs.map(([, input]) => input)]),
  )
}

/** One location of each kind in each operation. */
function placesOf(key: string, operation: Operation): Place[] {
  const parameters = (operation.parameters ?? []).map(
    (parameter, at): Place => ({ key, kind: `${parameter.in} ${typeOf(parameter.schema)}`, at }),
  )
  const body = bodyOf(operation)
  const all = [...parameters, ...(body === undefined ? [] : placesIn(key, body, []))]
  return [...new Map(all.map((place) => [place.kind, place])).values()]
}

function placesIn(key: string, schema: Schema, at: readonly string[]): Place[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    placesIn(key, property, [...at, name]),
  )
  return [{ key, kind: `body ${at.length === 0 ? 'whole' : typeOf(schema)}`, at }, ...inner]
}

function bentAt(operation: Operation, { at }: Place, turn: number): Input {
  const value = hostile[turn % hostile.length]
  const fit = hostileInput(operation, turn + 1)
  if (typeof at !== 'number') return { ...fit, body: withValue(fit.body, at, value) }
  const parameters = fit.parameters.map((parameter, index) => (index === at ? value : parameter))
  return { ...fit, parameters, use: fit.use.map((used, index) => used || index === at) }
}

function withValue(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const record = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {}
  return { ...record, [name]: withValue(record[name], rest, value) }
}

const mapped = <Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
