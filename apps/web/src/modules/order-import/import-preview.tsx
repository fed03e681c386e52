import {
  type LengthUnit,
  lengthUnits,
  type WeightUnit,
  weightUnits,
} from '@cloud-factory/domain/order-import/import-enums'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select, Radio } from 'antd'
import { useState, useCallback } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import {
  findingsQuery,
  type Sample,
  sampleQuery,
  useReadAgain,
  orderMayImportQuery,
  useCompare,
} from './imports.queries.ts'
import { ImportActions } from './import-actions.tsx'
import { ImportDetails } from './import-details.tsx'
import { needsColumns, type TotalLine, totalLines } from './import.rules.ts'
import { PartFilesCard } from './part-files-card.tsx'
import { MemoryNote } from './reading-card.tsx'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { UploadBox } from './upload-box.tsx'
import { absent, count, exactTonnes, exactKg } from '../../shared/format/numbers.ts'
import { type Tone, StatusTag } from '../../shared/ui/status-tag.tsx'
import { ChangesTable } from './changes-table.tsx'

/**
 * Asks for the units of a file whose weights or lengths do not match its profiles; shows them once
 * set.
 */
function UnitsCard({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const errors = useQuery({ ...findingsQuery(view.id, 'error', 1, 50), enabled: view.errors > 0 })
  const { data: sample } = useQuery(sampleQuery(view))
  const isUnsure = errors.data?.items.some(({ code }) => /^units\..*_unsure$/.test(code)) === true
  if (sample === undefined || view.can.read !== true || (!isUnsure && sample.chosenUnits === null))
    return null
  return (
    <Alert
      type={isUnsure ? 'warning' : 'info'}
      showIcon
      title={t(isUnsure ? 'units.asked' : 'units.chosen')}
      description={<UnitsForm importId={view.id} sample={sample} />}
    />
  )
}

function UnitsForm({ importId, sample }: { readonly importId: string; readonly sample: Sample }) {
  const { t } = useTranslation('order-import')
  const readAgain = useReadAgain(importId)
  const [weight, setWeight] = useState<WeightUnit>(sample.chosenUnits?.weight ?? 'kg')
  const [length, setLength] = useState<LengthUnit>(sample.chosenUnits?.length ?? 'mm')
  return (
    <>
      <p>{t('units.help')}</p>
      {readAgain.error !== null && <ProblemAlert error={readAgain.error} />}
      <span className="units-form">
        <label>
          {t('units.weight')}{' '}
          <Select<WeightUnit>
            aria-label={t('units.weight')}
            value={weight}
            options={weightUnits.map((value) => ({ value, label: value }))}
            onChange={setWeight}
          />
        </label>{' '}
        <label>
          {t('units.length')}{' '}
          <Select<LengthUnit>
            aria-label={t('units.length')}
            value={length}
            options={lengthUnits.map((value) => ({ value, label: value }))}
            onChange={setLength}
          />
        </label>{' '}
        <Button loading={readAgain.isPending} onClick={() => readAgain.mutate({ units: { weight, length } })}>
          {t('reading.read')}
        </Button>
      </span>
    </>
  )
}

const tones = { none: 'neutral', equal: 'good', rounding: 'good', differs: 'bad' } as const satisfies Record<
  TotalLine['verdict'],
  Tone
>

/** The file's 合计 row beside what its rows add up to. */
function TotalsTable({ view }: { readonly view: Pick<ImportView, 'stated' | 'computed'> }) {
  const { t } = useTranslation('order-import')
  return (
    <table className="plain-table totals-table">
      <caption>{t('totals.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('totals.figure')}</th>
          <th scope="col">{t('totals.stated')}</th>
          <th scope="col">{t('totals.computed')}</th>
          <th scope="col">{t('totals.difference')}</th>
          <th scope="col">{t('totals.verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {totalLines(view).map((line) => (
          <tr key={line.figure} className={line.verdict === 'differs' ? 'is-bad' : ''}>
            <th scope="row">{t(`totals.${line.figure}`)}</th>
            <td>{figureText(line, line.stated)}</td>
            <td>{figureText(line, line.computed)}</td>
            <td>{figureText(line, line.difference)}</td>
            <td>
              <StatusTag tone={tones[line.verdict]} text={t(`totals.is.${line.verdict}`)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function figureText({ figure }: TotalLine, value: number | null): string {
  if (value === null) return absent
  return figure === 'pieces' ? count(value) : exactKg(value)
}

/**
 * Contents of the files before anything is written to the order. Findings to correct come before
 * the figures.
 */
export function ImportPreview({ view }: { readonly view: ImportView }) {
  const mustMend = view.status === 'failed' || view.errors > 0
  const summary = view.computed.marks > 0 && (
    <section className="import-card import-summary">
      <ImportFigures view={view} />
      {view.stated !== null && <TotalsTable view={view} />}
    </section>
  )
  return (
    <>
      <Verdict view={view} />
      <MemoryNote view={view} />
      <UnitsCard key={view.errors} view={view} />
      {mustMend && <UploadAgain view={view} />}
      {!mustMend && summary}
      {!mustMend && <PartFilesCard view={view} />}
      {!mustMend && <RevisionCard view={view} />}
      <ImportActions view={view} />
      <ImportDetails view={view} />
      {mustMend && summary}
    </>
  )
}

/** The preview in one sentence, and what to do now. */
function Verdict({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { errors, warnings } = view
  if (view.status === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        title={t('verdict.failed')}
        description={t(needsColumns(view) ? 'verdict.columnsHelp' : 'verdict.failedHelp')}
      />
    )
  }
  if (errors > 0) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('verdict.errors', { n: errors })}
        description={t('verdict.errorsHelp')}
      />
    )
  }
  return warnings > 0 ? (
    <Alert type="warning" showIcon title={t('verdict.warnings', { n: warnings })} />
  ) : (
    <Alert type="success" showIcon title={t('verdict.good')} />
  )
}

/** The corrected files start a new import, which replaces this one's tab. */
function UploadAgain({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { data: order } = useQuery(orderMayImportQuery(view.orderId))
  const close = useCloseTab()
  const goOn = useCallback(
    ({ id }: ImportView) => void close({ to: `/order/import/${id}`, force: true }),
    [close],
  )
  return (
    <UploadBox
      orderId={view.orderId}
      allowed={order?.can.import}
      onStarted={goOn}
      invitation={t('upload.again')}
      compact
    />
  )
}

/** Counts and tonnage of an import, and the detected properties of its files. */
function ImportFigures({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { computed } = view
  const facts = [
    ['marks', count(computed.marks)],
    ['pieces', count(computed.pieces)],
    ['parts', count(computed.parts)],
    ['netT', exactTonnes(computed.netKg)],
    // A list without gross weights has none: zero would be a lie.
    ['grossT', exactTonnes(computed.grossKg === 0 ? null : computed.grossKg)],
    ['format', view.format === null ? absent : t(`format.${view.format}`, { defaultValue: view.format })],
    ['encoding', view.encoding?.toUpperCase() ?? absent],
  ] as const
  return (
    <dl className="import-figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`figure.${name}`)}</dt>
          <dd className={name === 'format' || name === 'encoding' ? '' : 'is-figure'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What an import changes in an order that has marks already, and which of it to write. */
function RevisionCard({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const compare = useCompare(view.id)
  const { differences } = view
  if (differences === null) return null
  return (
    <section className="import-card">
      <h2>{t('revision.title')}</h2>
      <div className="revision-scope">
        <Radio.Group
          aria-label={t('revision.scope')}
          value={view.whole}
          disabled={compare.isPending || view.can.discard !== true}
          onChange={({ target }) => compare.mutate({ whole: target.value === true })}
          options={[
            { value: false, label: t('revision.additional') },
            { value: true, label: t('revision.whole') },
          ]}
        />
        <Button
          size="small"
          loading={compare.isPending}
          onClick={() => compare.mutate({ whole: view.whole })}
        >
          {t('revision.again')}
        </Button>
      </div>
      {compare.error !== null && <ProblemAlert error={compare.error} />}
      {differences.removed > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('revision.removes', { n: count(differences.removed) })}
          description={t('revision.removesHelp')}
        />
      )}
      {differences.touched > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('revision.touched', { n: count(differences.touched) })}
          description={t('revision.touchedHelp')}
        />
      )}
      <ChangesTable view={view} open={view.can.discard === true} />
    </section>
  )
}
