import type { MatchRow, ModelRevision } from '@cloud-factory/contract/model/models'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count, kilograms } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { MarkSelect } from '../orders/mark-select.tsx'
import { matchesQuery, useModelsChanged } from './models.queries.ts'

const tones: Readonly<Record<MatchRow['outcome'], Tone>> = {
  matched: 'good',
  surplus: 'warn',
  short: 'warn',
  unmatched: 'bad',
  not_in_model: 'bad',
}
const outcomes = Object.keys(tones) as MatchRow['outcome'][]
const filterNames = ['outcome'] as const

/** Marks of the model beside those of the order; a person says which belong together where their names do not. */
export function ModelMatches({ model }: { readonly model: ModelRevision }) {
  const { t } = useTranslation('model')
  const list = useListState('GET /api/models/:id/matches', filterNames)
  const query = useListQuery(list, (page) => matchesQuery(model.id, page))
  const [assigned, setAssigned] = useState<string | null>(null)
  const columns = useMemo(() => matchColumns(t), [t])
  const { counts = {} } = query.data ?? {}
  const present = outcomes.filter((outcome) => counts[outcome] !== undefined)
  const options = choices(present, (outcome) => `${t(`outcome.${outcome}`)} (${count(counts[outcome] ?? 0)})`)
  return (
    <>
      <DataTable
        name="model-matches"
        label={t('matches')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('common:field.mark')}
        empty={t('nothingInFocus')}
        filters={<SelectFilters list={list} filters={{ outcome: [t('common:field.result'), options] }} />}
        rowActions={{
          width: 100,
          render: ({ modelMark }) =>
            modelMark === null ? null : (
              <ReasonButton
                type="link"
                size="small"
                allowed={model.can.match}
                onClick={() => setAssigned(modelMark)}
              >
                {t('assign')}
              </ReasonButton>
            ),
        }}
      />
      {assigned !== null && (
        <AssignDialog model={model} modelMark={assigned} onClose={() => setAssigned(null)} />
      )}
    </>
  )
}

interface AssignProps {
  readonly model: ModelRevision
  readonly modelMark: string
  readonly onClose: () => void
}

function AssignDialog({ model, modelMark, onClose }: AssignProps) {
  const { t } = useTranslation('model')
  const changed = useModelsChanged(model.orderId)
  const [marks, setMarks] = useState<readonly { readonly id: string; readonly mark: string }[]>([])
  return (
    <ActionDialog
      title={t('assignTitle', { mark: modelMark })}
      action={t('assign')}
      act={(_, idempotencyKey) =>
        api('POST /api/models/:id/matches', {
          params: { id: model.id },
          body: { modelMark, markId: marks[0]?.id ?? null },
          idempotencyKey,
        })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('assignText')}</p>
      <MarkSelect
        orderId={model.orderId}
        label={t('common:field.mark')}
        most={1}
        chosen={marks}
        onChoose={(chosen) => setMarks(chosen.map(({ id, mark }) => ({ id, mark })))}
      />
    </ActionDialog>
  )
}

const matchColumns = (t: TFunction<'model'>): readonly Column<MatchRow>[] => [
  {
    key: 'modelMark',
    title: t('modelMark'),
    width: 180,
    pinned: true,
    render: ({ modelMark }) => (modelMark === null ? absent : modelMark || t('noMark')),
  },
  {
    key: 'outcome',
    title: t('common:field.result'),
    width: 170,
    render: ({ outcome }) => <StatusTag tone={tones[outcome]} text={t(`outcome.${outcome}`)} />,
  },
  { key: 'mark', title: t('orderMark'), width: 170, render: ({ mark }) => mark?.mark ?? absent },
  {
    key: 'members',
    title: t('members'),
    width: 110,
    align: 'right',
    render: ({ members }) => count(members),
  },
  {
    key: 'pieces',
    title: t('common:pieces'),
    width: 110,
    align: 'right',
    render: ({ mark }) => count(mark?.pieces),
  },
  { key: 'kg', title: t('common:field.kg'), width: 120, align: 'right', render: ({ kg }) => kilograms(kg) },
  {
    key: 'source',
    title: t('foundBy'),
    width: 110,
    render: ({ source }) => (source === null ? absent : t(`source.${source}`)),
  },
]
