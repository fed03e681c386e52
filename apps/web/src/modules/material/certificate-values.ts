import { steelProperties } from '@cloud-factory/domain/material/material-enums'
import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import { typedDecimal } from '../inspection/typed-decimal.rules.ts'

/** A line of a certificate as it is typed. */
export interface TypedLine {
  readonly heatId: string
  readonly gradeCode: string
  readonly thickness: string
  readonly values: Readonly<Record<string, string>>
}

export const typedLines = ({ lines }: Pick<MillCertificate, 'lines'>): TypedLine[] =>
  lines.map(({ heat, gradeCode, thicknessMm, values }) => ({
    heatId: heat.id,
    gradeCode,
    thickness: thicknessMm ?? '',
    values: Object.fromEntries(steelProperties.map((name) => [name, values[name] ?? ''])),
  }))

/** Whether a text is a value that a certificate may hold: a number that is not negative, or nothing. */
export function isValue(text: string): boolean {
  const value = typedDecimal(text)
  return value !== null && !value.startsWith('-')
}

/** Lines for the request; null if any value is not a number. */
export function linesTyped(lines: readonly TypedLine[]) {
  const sound = lines.every(
    ({ thickness, gradeCode, values }) =>
      gradeCode.trim() !== '' && [thickness, ...Object.values(values)].every(isValue),
  )
  if (!sound) return null
  return lines.map(({ heatId, gradeCode, thickness, values }) => ({
    heatId,
    gradeCode: gradeCode.trim(),
    thicknessMm: typedDecimal(thickness) || null,
    values: Object.fromEntries(
      steelProperties.flatMap((name) => {
        const value = typedDecimal(values[name] ?? '')
        return value === null || value === '' ? [] : [[name, value]]
      }),
    ),
  }))
}
