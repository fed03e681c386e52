import pg from 'pg'

type Parse = (text: string) => unknown

/** What pg-types exports; its own type declarations describe another shape. */
interface ArrayParser {
  create(text: string, parse: Parse): { parse(): unknown[] }
}

const keep: Parse = (text) => text
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    (pg.types.arrayParser as unknown as ArrayParser).create(text, parse).parse()

/**
 * Conversions where the driver's own are unsuitable: bigint and numeric become numbers (ids, kg, mm and money stay
 * below 2^53); a date stays `YYYY-MM-DD` and never becomes an instant.
 */
const parsers: ReadonlyMap<number, Parse> = new Map([
  [20, Number],
  [1016, arrayOf(Number)],
  [1700, Number],
  [1231, arrayOf(Number)],
  [1082, keep],
  [1182, arrayOf(keep)],
])

/** For the `types` option of the driver. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}
