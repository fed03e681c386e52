import type { Payroll, PayrollRow } from '@cloud-factory/contract/labour/labour'
import { DownloadOutlined, LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { api, download, type Sent } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { csvText, downloadText } from '../../shared/format/csv.ts'
import { useInstant, useToday } from '../../shared/format/dates.ts'
import { absent, exactTonnes, hundredths, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import { movedMonth } from '../work-calendar/month-grid.tsx'
import type { T } from './labour-hours.tsx'
import { payrollQuery } from './labour.queries.ts'
import { unpaidOf } from './labour.rules.ts'

type NameOf = (id: string) => string

const crewOf = (t: T, { crew }: PayrollRow) => crew?.name ?? t('production-reports:noGroup')
const rateShown = (t: T, { rate }: PayrollRow): string =>
  rate === null ? absent : `${hundredths(rate.price)} ${t(`basis.${rate.basis}`)}`
const correctionShown = (t: T, { kind, ofMonth }: PayrollRow): string =>
  kind === 'work' ? absent : `${ofMonth} · ${t(`kind.${kind}`)}`

const payrollColumns = (t: T, nameOf: NameOf): readonly Column<PayrollRow & { readonly id: string }>[] => {
  const number = (key: string, title: string, width: number, render: (row: PayrollRow) => string) =>
    ({ key, title, width, align: 'right', render }) as const
  return [
    {
      key: 'crew',
      title: t('common:field.crew'),
      width: 100,
      pinned: true,
      render: (row) => crewOf(t, row),
    },
    {
      key: 'process',
      title: t('common:field.process'),
      width: 120,
      render: ({ processId }) => nameOf(processId),
    },
    {
      key: 'rate',
      title: t('field.rate'),
      width: 150,
      render: (row) => <span title={row.rate?.code}>{rateShown(t, row)}</span>,
    },
    number('share', t('field.share'), 95, ({ quantity }) => thousands(quantity)),
    number('tonnes', t('production-reports:column.tonnes'), 95, ({ kg }) => exactTonnes(kg)),
    number('amount', t('field.piecework'), 120, ({ amount }) => hundredths(amount)),
    number('hours', t('field.actual'), 95, ({ hours }) => hundredths(hours)),
    number('void', t('field.void'), 95, ({ voidKg }) => exactTonnes(voidKg)),
    number('assumed', t('field.assumed'), 95, ({ assumedKg }) => exactTonnes(assumedKg)),
    {
      key: 'correction',
      title: t('field.correction'),
      width: 110,
      render: (row) => correctionShown(t, row),
    },
  ]
}

type Body = Sent<'POST /api/exports/payroll'>['body']

/** Columns of the files, with plain numbers that accounting reads. */
const fileColumns = (t: T): Body['columns'] => [
  { key: 'month', title: t('production-reports:per.month') },
  { key: 'crew', title: t('common:field.crew') },
  { key: 'process', title: t('common:field.process') },
  { key: 'kind', title: t('common:field.kind') },
  { key: 'correction', title: t('field.correction') },
  { key: 'code', title: t('common:field.code') },
  { key: 'basis', title: t('common:field.basis') },
  { key: 'price', title: t('common:field.price') },
  { key: 'share', title: t('field.share') },
  { key: 'kg', title: t('common:field.kg') },
  { key: 'hours', title: t('field.actual') },
  { key: 'amount', title: t('field.piecework') },
]

const payrollCsv = (t: T, nameOf: NameOf, { month, rows }: Payroll): string =>
  csvText([
    fileColumns(t).map(({ title = '' }) => title),
    ...rows.map((row) => [
      month,
      crewOf(t, row),
      nameOf(row.processId),
      t(`kind.${row.kind}`),
      row.kind === 'work' ? null : row.ofMonth,
      row.rate?.code ?? null,
      row.rate === null ? null : t(`basis.${row.rate.basis}`),
      row.rate?.price ?? null,
      row.quantity,
      row.kg,
      row.hours,
      row.amount,
    ]),
  ])

function payrollSheet(t: T, nameOf: NameOf, { month, rows }: Payroll): Body {
  const words = new Map([['crew.none', t('production-reports:noGroup')]])
  for (const { processId, kind, rate } of rows) {
    words.set(`process.${processId}`, nameOf(processId)).set(`kind.${kind}`, t(`kind.${kind}`))
    if (rate !== null) words.set(`basis.${rate.basis}`, t(`basis.${rate.basis}`))
  }
  return {
    name: `${t('part.payroll')} ${month}`,
    month,
    columns: fileColumns(t),
    words: { ...Object.fromEntries(words), sum: t('common:ncr.total') },
  }
}

/** Piecework of a month, for payroll. */
export function PayrollPart() {
  const { t } = useTranslation('labour')
  const today = useToday()
  const [search, setSearch] = useSearchParams()
  const month = search.get('month') ?? today.slice(0, 7)
  const nameOf = useProcessName()
  const query = useQuery(payrollQuery(month))
  const { data } = query
  const columns = useMemo(() => payrollColumns(t, nameOf), [t, nameOf])
  const step = (by: number) => setSearch({ part: 'payroll', month: movedMonth(month, by) }, { replace: true })
  return (
    <>
      <div className="labour-tools">
        <Button icon={<LeftOutlined />} aria-label={t('common:calendar.before')} onClick={() => step(-1)} />
        <strong aria-live="polite">{month}</strong>
        <Button icon={<RightOutlined />} aria-label={t('common:calendar.after')} onClick={() => step(1)} />
        {data !== undefined && <PayrollActions payroll={data} nameOf={nameOf} />}
      </div>
      <QueryState query={query} rows={8} />
      {data !== undefined && (
        <>
          <PayrollFacts payroll={data} />
          <RowTable
            label={t('part.payroll')}
            columns={columns}
            rows={data.rows.map((row, at) => ({ ...row, id: `${data.month} ${at}` }))}
            empty={t('empty.payroll')}
          />
        </>
      )}
    </>
  )
}

function PayrollFacts({ payroll }: { readonly payroll: Payroll }) {
  const { t } = useTranslation('labour')
  const instant = useInstant()
  const unpaid = unpaidOf(payroll)
  const { amount, closed } = payroll
  return (
    <>
      <p className="labour-sum">
        {t('sum', { amount: hundredths(amount) })}
        {closed !== null && ` · ${t('closedBy', { by: closed.by, at: instant(closed.at) })}`}
      </p>
      {unpaid.count > 0 && (
        <Notice tone="warn" title={t('unpaid', { count: unpaid.count, tonnes: exactTonnes(unpaid.kg) })} />
      )}
    </>
  )
}

function PayrollActions({ payroll, nameOf }: { readonly payroll: Payroll; readonly nameOf: NameOf }) {
  const { t } = useTranslation('labour')
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const { month, can } = payroll
  const close = () => setOpen(false)
  return (
    <>
      <Button
        onClick={() =>
          downloadText(`${t('part.payroll')} ${month}.csv`, payrollCsv(t, nameOf, payroll), 'text/csv')
        }
      >
        {t('csv')}
      </Button>
      <Button icon={<DownloadOutlined />} onClick={() => setDownloading(true)}>
        {t('common:export')}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
        {t('common:action.print')}
      </Button>
      <ReasonButton type="primary" allowed={can.close} onClick={() => setOpen(true)}>
        {t('close.action')}
      </ReasonButton>
      {isDownloading && (
        <DownloadDialog
          title={`${t('part.payroll')} ${month}`}
          fetch={(options) =>
            download('POST /api/exports/payroll', { body: payrollSheet(t, nameOf, payroll), ...options })
          }
          onClose={() => setDownloading(false)}
        />
      )}
      {isOpen && (
        <ActionDialog
          title={`${t('close.action')}: ${month}`}
          action={t('close.action')}
          act={(_reason, idempotencyKey) =>
            api('POST /api/payroll/:month/close', { params: { month }, idempotencyKey })
          }
          changed={() => client.invalidateQueries({ queryKey: ['cost'] })}
          onDone={close}
          onClose={close}
        >
          <p>{t('close.text', { month })}</p>
        </ActionDialog>
      )}
    </>
  )
}
