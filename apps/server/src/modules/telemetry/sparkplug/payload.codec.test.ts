import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPayload, UnreadablePayload, writePayload } from './payload.codec.ts'
import { dataTypes } from './sparkplug.rules.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const read = (dataType: number, value: number | bigint | boolean | string | null) =>
  readPayload(writePayload({ at: 1_790_000_000_123, seq: 7, metrics: [{ name: 'm', dataType, value }] }))
    .metrics[0]

describe('the wire form', () => {
  // Put together by hand from the field numbers of the specification (3.0.0, 6.4).
  test('a payload by its bytes', () => {
    const metric = '0a 05 77 69 64 74 68 20 03 50 fb ff ff ff 0f' // name "width", datatype 3, int_value -5
    const payload = readPayload(bytes(`08 90 4e 12 0f ${metric} 18 02`))
    expect(payload.at).toBe(10_000)
    expect(payload.seq).toBe(2)
    expect(payload.metrics[0]).toMatchObject({ name: 'width', dataType: 3, value: -5, alias: null, at: null })
  })

  test('what is not sent is null, not zero', () => {
    expect(readPayload(new Uint8Array())).toEqual({ at: null, seq: null, metrics: [] })
    expect(readPayload(bytes('12 02 0a 00')).metrics[0]).toEqual({
      name: '',
      alias: null,
      at: null,
      dataType: null,
      historical: false,
      transient: false,
      scalar: true,
      value: null,
      quality: null,
    })
  })

  test('a data set is no value of a signal, and says so', () => {
    // dataset_value (17) with one column.
    expect(readPayload(bytes('12 06 8a 01 03 12 01 61')).metrics[0]).toMatchObject({
      scalar: false,
      value: null,
    })
  })

  test('the property Quality', () => {
    // properties (9): keys ["Quality"], values [{type 3, int_value 500}]
    const set = '0a 07 51 75 61 6c 69 74 79 12 05 08 03 18 f4 03'
    expect(readPayload(bytes(`12 12 4a 10 ${set}`)).metrics[0]?.quality).toBe(500)
  })
})

describe('numbers keep their sign and size', () => {
  test.each([
    [dataTypes.int8, -128],
    [dataTypes.int16, -32_768],
    [dataTypes.int32, -2_147_483_648],
    [dataTypes.int64, -5],
    [dataTypes.int64, -(2n ** 63n)],
    [dataTypes.uint32, 4_294_967_295],
    [dataTypes.uint64, 2n ** 64n - 1n],
    [dataTypes.uint64, Number.MAX_SAFE_INTEGER],
    [dataTypes.double, -0.1],
    [dataTypes.float, 1.5],
    [dataTypes.boolean, false],
    [dataTypes.string, '运行'],
    [dataTypes.int32, null],
  ] as const)('type %i, %s', (dataType, value) => {
    expect(read(dataType, value)?.value).toBe(value)
  })

  test('without a type of its own a value is read by the type of its birth', () => {
    const metric = '18 00 58 fb ff ff ff ff ff ff ff ff 01' // alias missing, long_value -5
    const payload = bytes(`12 0b ${metric.slice(6)}`)
    expect(readPayload(payload, () => dataTypes.int64).metrics[0]?.value).toBe(-5)
    expect(readPayload(payload).metrics[0]?.value).toBe(2n ** 64n - 5n)
  })

  test('whole numbers of every width come back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(BigInt(read(dataTypes.int64, value)?.value as number | bigint)).toBe(value)
      }),
    )
  })
})

test('any bytes are read or refused, never more', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      try {
        readPayload(noise)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadablePayload)
      }
    }),
    { numRuns: 5_000 },
  )
})
