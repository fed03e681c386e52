import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count, exactKg, millimetres } from '../../shared/format/numbers.ts'
import { useSettings } from '../../shared/settings.ts'
import {
  type ChangeRow,
  type DecisionInput,
  type ChangeFilter,
  changesQuery,
  type Decision,
  useDecide,
} from './imports.queries.ts'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable, usePages } from '../../shared/list/row-table.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

type Figures = NonNullable<ChangeRow['before']>

const figureOf: Readonly<Record<string, (figures: Figures) => string>> = {
  quantity: ({ quantity }) => count(quantity),
  length: ({ lengthMm }) => `${millimetres(lengthMm)} mm`,
  weight: ({ netKg }) => `${exactKg(netKg)} kg`,
  profile: ({ profile }) => profile || absent,
  grade: ({ grade }) => grade ?? absent,
  revision: ({ revision }) => revision || absent,
}

/** Changed figures before and after; for a new or removed mark, its properties. */
function ChangeWords({ change }: { readonly change: ChangeRow }) {
  const { t } = useTranslation('order-import')
  const { before, after, kind, fields } = change
  const shown = after ?? before
  if (kind !== 'changed' || before === null || after === null) {
    return shown === null ? (
      absent
    ) : (
      <>
        <span className={kind === 'removed' ? 'is-gone' : ''}>
          {t('revision.whatIs', {
            quantity: count(shown.quantity),
            profile: shown.profile || absent,
            kg: exactKg(shown.netKg),
          })}
        </span>
        {change.entersWork && <RouteWords route={change.route} />}
      </>
    )
  }
  return (
    <ul className="change-words">
      {fields.map((field) => {
        const figure = figureOf[field]
        return (
          <li key={field}>
            <span className="page-note">{t(`revision.field.${field}`)}</span>{' '}
            {figure !== undefined && (
              <>
                <span className="is-gone">{figure(before)}</span> → <strong>{figure(after)}</strong>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Route of the pieces of a new mark. */
function RouteWords({ route }: Pick<ChangeRow, 'route'>) {
  const { t } = useTranslation('order-import')
  const language = useSettings((settings) => settings.language)
  return (
    <div className={route === null ? 'is-late' : 'page-note'}>
      {route === null
        ? t('revision.noRoute')
        : t('revision.route', { route: `${route.code} ${route.names[language]}` })}
    </div>
  )
}

const untouched = new Set(['planned', 'issued', 'superseded', 'scrapped'])

/** Where the pieces of a mark are; started pieces in the danger colour. */
function FloorWords({ change }: { readonly change: ChangeRow }) {
  const { t } = useTranslation('order-import')
  const { t: words } = useTranslation('orders')
  const counts = Object.entries(change.floor)
  if (counts.length === 0) return absent
  return (
    <span className="floor-words">
      {counts.map(([status, pieces]) => (
        <span key={status} className={untouched.has(status) ? '' : 'is-late'}>
          {words(`piece.${status}`)} {count(pieces)}
        </span>
      ))}
      {change.heldPieces > 0 && (
        <span className="is-late">{t('revision.onHold', { n: change.heldPieces })}</span>
      )}
    </span>
  )
}

const tones = { added: 'good', changed: 'warn', removed: 'bad', same: 'neutral' } as const

interface Props {
  readonly view: ImportView
  /** The import still waits: rows can be accepted and held. */
  readonly open: boolean
}

/** The difference by mark, with the status of its pieces and the decision on each row. */
export function ChangesTable({ view, open }: Props) {
  const { t } = useTranslation('order-import')
  const [filter, setFilter] = useState<ChangeFilter>('all')
  const { page, pageSize, toFirst, pages } = usePages(50, [50, 100, 200])
  const { data, error, refetch } = useQuery(changesQuery(view.id, filter, page, pageSize))
  const decide = useDecide(view.id)
  const columns = useColumns()
  const options = useFilters(view)
  return (
    <>
      <div className="findings-tools">
        <Segmented<ChangeFilter>
          className="import-parts"
          aria-label={t('common:view.label')}
          value={filter}
          options={options}
          onChange={(value) => {
            setFilter(value)
            toFirst()
          }}
        />
        {open && (
          <BulkButtons
            filter={filter}
            total={data?.total ?? 0}
            busy={decide.isPending}
            onDecide={decide.mutate}
          />
        )}
      </div>
      <Problems errors={[error, decide.error]} onRetry={() => void refetch()} />
      <RowTable<ChangeRow>
        label={t('revision.title')}
        columns={columns}
        rows={data?.items}
        rowActions={{
          width: 190,
          render: (change) => (
            <DecisionCell change={change} open={open} onDecide={(input) => decide.mutate(input)} />
          ),
        }}
        rowClass={({ started, kind }) => (started > 0 && kind !== 'same' ? 'is-touched' : '')}
        empty={t('revision.none')}
        pages={pages(data?.total)}
      />
    </>
  )
}

function Problems({
  errors,
  onRetry,
}: {
  readonly errors: readonly unknown[]
  readonly onRetry: () => void
}) {
  const first = errors.find((error) => error !== null)
  return first === undefined ? null : <ProblemAlert error={first} onRetry={onRetry} />
}

function useFilters(view: ImportView) {
  const { t } = useTranslation('order-import')
  const { differences: found } = view
  if (found === null) return []
  const counts: Readonly<Record<ChangeFilter, number>> = {
    all: found.added + found.changed + found.removed,
    ...found,
  }
  const order: readonly ChangeFilter[] = ['all', 'added', 'changed', 'removed', 'touched', 'held', 'same']
  return order.map((value) => ({ value, label: `${t(`revision.is.${value}`)} ${count(counts[value])}` }))
}

interface BulkProps {
  readonly filter: ChangeFilter
  readonly total: number
  readonly busy: boolean
  readonly onDecide: (input: DecisionInput) => void
}

const scopes: Readonly<Record<Exclude<ChangeFilter, 'same' | 'held'>, Omit<DecisionInput, 'decision'>>> = {
  all: { kinds: ['added', 'changed', 'removed'] },
  added: { kinds: ['added'] },
  changed: { kinds: ['changed'] },
  removed: { kinds: ['removed'] },
  touched: { kinds: ['changed', 'removed'], touched: true },
}

/** Decides all rows of what is shown, on this page and the others. */
function BulkButtons({ filter, total, busy, onDecide }: BulkProps) {
  const { t } = useTranslation('order-import')
  if (filter === 'same' || filter === 'held' || total === 0) return null
  const decide = (decision: Decision) => onDecide({ decision, ...scopes[filter] })
  return (
    <span className="bulk-buttons">
      <ReasonButton allowed loading={busy} onClick={() => decide('accept')}>
        {t('revision.acceptAll', { n: count(total) })}
      </ReasonButton>
      <ReasonButton allowed loading={busy} onClick={() => decide('hold')}>
        {t('revision.holdAll', { n: count(total) })}
      </ReasonButton>
    </span>
  )
}

function useColumns(): readonly Column<ChangeRow>[] {
  const { t } = useTranslation('order-import')
  return [
    { key: 'mark', title: t('marks.mark'), width: 150, render: ({ mark }) => <strong>{mark}</strong> },
    {
      key: 'kind',
      title: t('revision.kind'),
      width: 90,
      card: 'state',
      render: ({ kind }) => <StatusTag tone={tones[kind]} text={t(`revision.is.${kind}`)} />,
    },
    {
      key: 'change',
      title: t('revision.change'),
      width: 250,
      render: (change) => <ChangeWords change={change} />,
    },
    {
      key: 'floor',
      title: t('revision.floor'),
      width: 220,
      render: (change) => <FloorWords change={change} />,
    },
  ]
}

function DecisionCell({
  change,
  open,
  onDecide,
}: { readonly change: ChangeRow } & {
  readonly open: boolean
  readonly onDecide: (input: DecisionInput) => void
}) {
  const { t } = useTranslation('order-import')
  const { kind, decision, id, can } = change
  if (kind === 'same') return null
  if (!open) {
    return <StatusTag tone={decision === 'accept' ? 'good' : 'warn'} text={t(`revision.done.${decision}`)} />
  }
  if (can.accept !== true) return <ReasonButton allowed={can.accept}>{t('revision.accept')}</ReasonButton>
  return (
    <Segmented<Decision>
      aria-label={t('revision.decisionOf', { mark: change.mark })}
      size="small"
      value={decision}
      options={[
        { value: 'accept', label: t('revision.accept') },
        { value: 'hold', label: t('revision.hold') },
      ]}
      onChange={(value) => onDecide({ decision: value, changeIds: [id] })}
    />
  )
}
