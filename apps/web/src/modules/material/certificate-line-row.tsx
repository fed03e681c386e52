import { steelProperties, type SteelProperty } from '@cloud-factory/domain/material/material-enums'
import type { MillCertificate, CertificateLine } from '@cloud-factory/contract/material/mill-certificates'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'
import type { JudgedValue } from '@cloud-factory/domain/material/steel.rules'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { limitText } from './material-labels.tsx'

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

interface Props {
  readonly line: CertificateLine
  readonly typed: TypedLine
  readonly judged: readonly JudgedValue[]
  readonly shown: readonly SteelProperty[]
  readonly readOnly: boolean
  readonly onChange: (line: TypedLine) => void
}

/** One heat of a certificate: its grade as printed, its thickness, a field for each value. */
export function CertificateLineRow({ line, typed, judged, shown, readOnly, onChange }: Props) {
  const { t } = useTranslation('material')
  const { heat, grade } = line
  const isOther = typed.gradeCode.trim() !== grade.code
  return (
    <tr>
      <th scope="row">
        <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link>
        <small>
          <Link to={`/quality/grade/${grade.id}`}>{grade.code}</Link>
        </small>
      </th>
      <td>
        <span className={isOther ? 'value-cell is-out' : 'value-cell'}>
          <input
            data-cell
            type="text"
            maxLength={40}
            readOnly={readOnly}
            aria-label={t('cellOf', { name: t('field.printedGrade'), heat: heat.no })}
            aria-invalid={isOther}
            value={typed.gradeCode}
            onChange={({ target }) => onChange({ ...typed, gradeCode: target.value })}
          />
          {isOther && <small className="is-late">{t('otherGrade', { grade: grade.code })}</small>}
        </span>
      </td>
      <td>
        <Cell
          label={t('cellOf', { name: t('field.thicknessMm'), heat: heat.no })}
          text={typed.thickness}
          readOnly={readOnly}
          judged={undefined}
          onType={(thickness) => onChange({ ...typed, thickness })}
        />
      </td>
      {shown.map((name) => (
        <td key={name}>
          <Cell
            label={t('cellOf', { name, heat: heat.no })}
            text={typed.values[name] ?? ''}
            readOnly={readOnly}
            judged={judged.find(({ property }) => property === name)}
            onType={(text) => onChange({ ...typed, values: { ...typed.values, [name]: text } })}
          />
        </td>
      ))}
    </tr>
  )
}

interface CellProps {
  readonly label: string
  readonly text: string
  readonly readOnly: boolean
  readonly judged: JudgedValue | undefined
  readonly onType: (text: string) => void
}

function Cell({ label, text, readOnly, judged, onType }: CellProps) {
  const status = isValue(text) ? (judged?.outcome ?? 'free') : 'wrong'
  const isBad = status === 'out' || status === 'wrong'
  return (
    <span className={`value-cell is-${status}${text.length > 5 ? ' is-long' : ''}`}>
      <input
        data-cell
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        readOnly={readOnly}
        aria-label={label}
        aria-invalid={isBad}
        placeholder={judged?.computed === true ? (judged.value ?? '').slice(0, 5) : ''}
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onType(target.value)}
      />
      <i aria-hidden="true">{status === 'in' ? '✓' : isBad ? '✗' : ''}</i>
      <CellNote status={status} judged={judged} />
    </span>
  )
}

const late: readonly string[] = ['out', 'wrong', 'no_band', 'missing']

/** Under a field: its limit, or why it is not judged by one. */
function CellNote({ status, judged }: { readonly status: string; readonly judged: JudgedValue | undefined }) {
  const { t } = useTranslation('material')
  const text = () => {
    if (status === 'wrong') return t('notNumber')
    if (status === 'no_band') return t('noBand')
    return judged === undefined ? '' : limitText(judged)
  }
  return <small className={late.includes(status) ? 'is-late' : 'soft'}>{text()}</small>
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Enter to the next field, with Shift to the one before; arrows to the heat below or above. */
export function moveOn(event: KeyboardEvent<HTMLElement>, grid: HTMLElement | null): void {
  if (event.nativeEvent.isComposing || grid === null) return
  const fields = [...grid.querySelectorAll<HTMLElement>('[data-cell]')]
  const at = fields.indexOf(event.target as HTMLElement)
  const rows = grid.querySelectorAll('tbody tr').length
  const step =
    event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : (steps[event.key] ?? 0) * (fields.length / rows)
  if (at < 0 || step === 0) return
  event.preventDefault()
  fields[at + step]?.focus()
}
