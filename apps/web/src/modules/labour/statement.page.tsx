import type { ProgressStage, ProgressStatement } from '@cloud-factory/contract/labour/costs'
import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useParams } from 'react-router'
import { csvText, downloadText } from '../../shared/format/csv.ts'
import { absent, exactTonnes, hundredths } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import type { T } from './labour-hours.tsx'
import { statementQuery } from './labour.queries.ts'
import './labour.css'

const StatementForm = lazyDialog(async () => (await import('./statement-form.tsx')).StatementForm)

type NameOf = (id: string) => string
type Row = ProgressStage & { readonly id: string }

const percent = (share: number | null): string => (share === null ? absent : `${(share * 100).toFixed(1)} %`)
const basisOf = (t: T, nameOf: NameOf, { processId }: ProgressStage): string =>
  processId === null ? t('stage.material') : nameOf(processId)

const stageColumns = (t: T, nameOf: NameOf): readonly Column<Row>[] => {
  const number = (key: string, title: string, width: number, render: (row: Row) => string) =>
    ({ key, title, width, align: 'right', render }) as const
  return [
    { key: 'name', title: t('stage.name'), width: 180, pinned: true, render: ({ name }) => name },
    { key: 'process', title: t('stage.basis'), width: 180, render: (row) => basisOf(t, nameOf, row) },
    number('share', t('stage.share'), 100, ({ share }) => `${share} %`),
    number('value', t('stage.value'), 130, ({ value }) => hundredths(value)),
    number('done', t('stage.done'), 160, ({ kg, doneKg }) => `${exactTonnes(doneKg)} / ${exactTonnes(kg)}`),
    number('percent', t('stage.percent'), 110, ({ done }) => percent(done)),
    number('earned', t('stage.earned'), 130, ({ earned }) => hundredths(earned)),
  ]
}

function statementCsv(t: T, nameOf: NameOf, { order, stages }: ProgressStatement): string {
  const head = [
    t('common:field.order'),
    t('stage.name'),
    t('stage.basis'),
    t('stage.share'),
    t('stage.value'),
    t('common:field.kg'),
    t('stage.doneKg'),
    t('stage.earned'),
  ]
  const rows = stages.map((stage) => [
    order.no,
    stage.name,
    basisOf(t, nameOf, stage),
    stage.share,
    stage.value,
    stage.kg,
    stage.doneKg,
    stage.earned,
  ])
  return csvText([head, ...rows])
}

/** A proposal names its stages like their processes, in the user’s language. */
const named = (statement: ProgressStatement, nameOf: NameOf): ProgressStatement =>
  statement.version > 0
    ? statement
    : {
        ...statement,
        stages: statement.stages.map((stage) =>
          stage.processId === null ? stage : { ...stage, name: nameOf(stage.processId) },
        ),
      }

/** Value and earned value of an order by contract stage. */
export function StatementPage() {
  const { t } = useTranslation('labour')
  const { id = '' } = useParams()
  const query = useQuery(statementQuery(id))
  const nameOf = useProcessName()
  return (
    <RecordPage
      query={query}
      title={({ order }) => order.no}
      list={{ to: '/order/labour?part=costs', text: t('part.costs') }}
    >
      {(statement) => <Statement statement={named(statement, nameOf)} />}
    </RecordPage>
  )
}

function Statement({ statement }: { readonly statement: ProgressStatement }) {
  const { t } = useTranslation('labour')
  const nameOf = useProcessName()
  const [isOpen, setOpen] = useState(false)
  const columns = useMemo(() => stageColumns(t, nameOf), [t, nameOf])
  const { order, amount, earned, stages, version, can } = statement
  const save = () =>
    downloadText(`${t('stage.title')} ${order.no}.csv`, statementCsv(t, nameOf, statement), 'text/csv')
  return (
    <div className="page">
      <PageHeader title={`${t('stage.title')} ${order.no}`} note={`${order.name} · ${order.project}`}>
        <Link className="header-link" to={`/order/detail/${order.id}`}>
          {t('common:field.order')}
        </Link>
        <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
          {t('common:action.print')}
        </Button>
        <Button onClick={save}>{t('stage.csv')}</Button>
        <ReasonButton type="primary" allowed={can.edit} onClick={() => setOpen(true)}>
          {t('stage.edit')}
        </ReasonButton>
      </PageHeader>
      {version === 0 && <Notice tone="warn" title={t('stage.proposed')} />}
      <p className="labour-sum">
        {t('stage.sum', {
          amount: hundredths(amount),
          earned: hundredths(earned),
          share: percent(amount > 0 ? earned / amount : null),
        })}
      </p>
      <RowTable<Row>
        label={t('stage.title')}
        columns={columns}
        rows={stages.map((stage, at) => ({ ...stage, id: String(at) }))}
      />
      <p className="page-note">{t('stage.text')}</p>
      {isOpen && <StatementForm statement={statement} onClose={() => setOpen(false)} />}
    </div>
  )
}
