import protobuf from 'protobufjs/light.js'

const { Field, OneOf, Root, Type } = protobuf

type FieldOf = readonly [name: string, number: number, type: string, rule?: 'repeated']

function message(name: string, fields: readonly FieldOf[], choice?: readonly string[]): protobuf.Type {
  const type = new Type(name)
  if (choice !== undefined) type.add(new OneOf('value', [...choice]))
  for (const [field, number, kind, rule] of fields) {
    // The encoding follows proto2: repeated numbers are not packed.
    type.add(
      rule === undefined
        ? new Field(field, number, kind)
        : new Field(field, number, kind, rule, undefined, { packed: false }),
    )
  }
  return type
}

const scalars = (first: number): readonly FieldOf[] => [
  ['intValue', first, 'uint32'],
  ['longValue', first + 1, 'uint64'],
  ['floatValue', first + 2, 'float'],
  ['doubleValue', first + 3, 'double'],
  ['booleanValue', first + 4, 'bool'],
  ['stringValue', first + 5, 'string'],
]

const propertyValue = message('PropertyValue', [['type', 1, 'uint32'], ['isNull', 2, 'bool'], ...scalars(3)])
const propertySet = message('PropertySet', [
  ['keys', 1, 'string', 'repeated'],
  ['values', 2, 'PropertyValue', 'repeated'],
])
const metric = message('Metric', [
  ['name', 1, 'string'],
  ['alias', 2, 'uint64'],
  ['timestamp', 3, 'uint64'],
  ['datatype', 4, 'uint32'],
  ['isHistorical', 5, 'bool'],
  ['isTransient', 6, 'bool'],
  ['isNull', 7, 'bool'],
  ['properties', 9, 'PropertySet'],
  ...scalars(10),
  ['bytesValue', 16, 'bytes'],
  // Data sets and templates are distinguished from a missing value but not decoded: no signal can hold them.
  ['datasetValue', 17, 'bytes'],
  ['templateValue', 18, 'bytes'],
])
const payload = message('Payload', [
  ['timestamp', 1, 'uint64'],
  ['metrics', 2, 'Metric', 'repeated'],
  ['seq', 3, 'uint64'],
  ['uuid', 4, 'string'],
  ['body', 5, 'bytes'],
])

const root = new Root()
for (const type of [propertyValue, propertySet, metric, payload]) root.add(type)
root.resolveAll()

/** Payload schema with the field numbers of the Sparkplug B specification (3.0.0, 6.4). */
export const payloadSchema = payload
