import {
  chemicalProperties,
  mechanicalProperties,
  propertyUnits,
  type SteelProperty,
} from '@cloud-factory/domain/material/material-enums'
import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import { judgeSteel } from '@cloud-factory/domain/material/steel.rules'
import type { SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import { useQueries } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useEditedValue } from '../../shared/form/use-edited-value.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import {
  CertificateLineRow,
  moveOn,
  linesTyped,
  type TypedLine,
  typedLines,
} from './certificate-line-row.tsx'
import { gradeQuery } from './material.queries.ts'

const all: readonly SteelProperty[] = [...chemicalProperties, ...mechanicalProperties]

type Limits = ReadonlyMap<string, readonly SteelLimitRow[]>

/** Heats and their certificate values. Enter moves on; each value is judged while typing. */
export function CertificateGrid({ certificate }: { readonly certificate: MillCertificate }) {
  const { t } = useTranslation('material')
  const [showsAll, showAll] = useState(false)
  const limits = useLimits(certificate)
  const { lines, change, saving, canSave, save } = useTypedLines(certificate)
  const shown = showsAll ? all : all.filter((name) => isRequired(name, certificate, limits, lines))
  return (
    <section className="material-card">
      <div className="grid-tools">
        <h2>{t('field.values')}</h2>
        <Checkbox checked={showsAll} onChange={({ target }) => showAll(target.checked)}>
          {t('allProperties')}
        </Checkbox>
        {certificate.can.edit === true && (
          <ReasonButton
            type="primary"
            allowed={canSave}
            loading={saving === 'yes'}
            onClick={() => void save()}
          >
            {t('action.saveValues')}
          </ReasonButton>
        )}
      </div>
      {typeof saving === 'object' && <ProblemAlert error={saving.error} />}
      <ScrollRegion label={t('field.values')} width={280 + shown.length * 70}>
        <ValuesTable
          certificate={certificate}
          lines={lines}
          limits={limits}
          shown={shown}
          onChange={change}
          onSave={() => void save()}
        />
      </ScrollRegion>
      <p className="soft">{t('hint.values')}</p>
    </section>
  )
}

/** The lines as they are typed, whether they can be saved, and saving them. */
function useTypedLines(certificate: MillCertificate) {
  const changed = useQualityChanged()
  const { id, no, kind, supplier, issuedOn, note } = certificate
  const stored = typedLines(certificate)
  const { value: lines, version, isDirty, type, saved } = useEditedValue(stored, certificate.version)
  const [saving, setSaving] = useState<'no' | 'yes' | { readonly error: unknown }>('no')
  useDirty(isDirty)
  const input = linesTyped(lines)
  const canSave = input === null ? 'certificate.not_numbers' : isDirty || 'certificate.nothing_typed'
  const save = async () => {
    if (input === null || !isDirty || saving === 'yes') return
    setSaving('yes')
    try {
      await api('PATCH /api/mill-certificates/:id', {
        params: { id },
        body: { version, no, kind, supplier, issuedOn, note, lines: input },
      })
      await changed()
      saved()
      setSaving('no')
    } catch (error) {
      setSaving({ error })
    }
  }
  const change = (line: TypedLine, next: TypedLine) =>
    type((before) => before.map((one) => (one === line ? next : one)))
  return { lines, change, saving, canSave, save }
}

interface TableProps {
  readonly certificate: MillCertificate
  readonly lines: readonly TypedLine[]
  readonly limits: Limits
  readonly shown: readonly SteelProperty[]
  readonly onChange: (line: TypedLine, next: TypedLine) => void
  readonly onSave: () => void
}

function ValuesTable({ certificate, lines, limits, shown, onChange, onSave }: TableProps) {
  const grid = useRef<HTMLTableElement>(null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it
    <table
      ref={grid}
      className="material-table values-table"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'Enter')) {
          event.preventDefault()
          onSave()
        } else moveOn(event, grid.current)
      }}
    >
      <ValuesHead shown={shown} />
      <tbody>
        {certificate.lines.map((line, at) => {
          // Somebody else may have added a heat before it since the typing began.
          const typed = lines[at]?.heatId === line.heat.id ? lines[at] : lines.find(isOfHeat(line))
          if (typed === undefined) return null
          return (
            <CertificateLineRow
              key={line.id}
              line={line}
              typed={typed}
              judged={judgedValues(certificate, { line, typed, limits })}
              shown={shown}
              readOnly={certificate.can.edit !== true}
              onChange={(next) => onChange(typed, next)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

const isOfHeat =
  ({ heat }: MillCertificate['lines'][number]) =>
  ({ heatId }: TypedLine) =>
    heatId === heat.id

function ValuesHead({ shown }: Pick<TableProps, 'shown'>) {
  const { t } = useTranslation('material')
  return (
    <thead>
      <tr>
        <th scope="col">{t('field.heat')}</th>
        <th scope="col">{t('field.printedGrade')}</th>
        <th scope="col">{t('field.thicknessMm')}</th>
        {shown.map((name) => (
          <th key={name} scope="col" className="is-number">
            {name}
            <small>{name in propertyUnits ? propertyUnits[name as keyof typeof propertyUnits] : '%'}</small>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface LineToJudge {
  readonly line: MillCertificate['lines'][number]
  readonly typed: TypedLine
  readonly limits: Limits
}

/**
 * Typed values, judged by the limits of the grade; the stored result once the certificate is
 * accepted.
 */
function judgedValues({ status, kind }: MillCertificate, { line, typed, limits }: LineToJudge) {
  const own = limits.get(line.grade.id)
  if (status === 'accepted' || own === undefined) return line.judged
  return judgeSteel(own, {
    thickness: typedDecimal(typed.thickness) || null,
    values: valuesOf(typed),
    asksAll: kind !== 'retest',
  })
}

/** Values that are numbers already. */
const valuesOf = ({ values }: TypedLine) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      const value = typedDecimal(text)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )

/** Limits of the grades of its heats, by grade. */
function useLimits(certificate: MillCertificate): Limits {
  const ids = [...new Set(certificate.lines.map(({ grade }) => grade.id))]
  const grades = useQueries({ queries: ids.map((id) => gradeQuery(id)) })
  return new Map(grades.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.limits]])))
}

function isRequired(
  name: SteelProperty,
  certificate: MillCertificate,
  limits: Limits,
  lines: readonly TypedLine[],
): boolean {
  if (lines.some(({ values }) => (values[name] ?? '') !== '')) return true
  return certificate.lines.some(({ grade }) =>
    (limits.get(grade.id) ?? []).some(({ property }) => property === name),
  )
}
