import type { MarkContents, SubAssembly } from '@cloud-factory/contract/assemblies/sub-assemblies'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { count, gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'

type T = ReturnType<typeof useTranslation<'assemblies'>>['t']

const markContentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'mark-contents', id],
    queryFn: ({ signal }) => api('GET /api/marks/:id/sub-assemblies', { params: { id }, signal }),
  })

interface MarkProps {
  readonly markId: string
}

type MarkDialog = { readonly kind: 'form' | 'remove'; readonly line: SubAssembly | null }

/** What each piece of a mark contains. */
export function MarkContentsPart({ markId }: MarkProps) {
  const { t } = useTranslation('assemblies')
  const changed = useOrdersChanged()
  const { data, error, refetch } = useQuery(markContentsQuery(markId))
  const [dialog, setDialog] = useState<MarkDialog | null>(null)
  const columns = useMemo(() => lineColumns(t, setDialog), [t])
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const close = () => setDialog(null)
  return (
    <section aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <MarkNotes contents={data} />
      <p>
        <ReasonButton
          size="small"
          allowed={data.can.add}
          onClick={() => setDialog({ kind: 'form', line: null })}
        >
          {t('add')}
        </ReasonButton>
      </p>
      {data.items.length > 0 && <RowTable label={t('title')} columns={columns} rows={data.items} />}
      {dialog?.kind === 'form' && <LineForm markId={markId} line={dialog.line} onClose={close} />}
      {dialog?.kind === 'remove' && dialog.line !== null && (
        <RemoveDialog line={dialog.line} changed={changed} onClose={close} />
      )}
    </section>
  )
}

interface RemoveProps {
  readonly line: SubAssembly
  readonly changed: () => Promise<unknown>
  readonly onClose: () => void
}

function RemoveDialog({ line: { id, mark, version }, changed, onClose }: RemoveProps) {
  const { t } = useTranslation('assemblies')
  return (
    <ActionDialog
      title={t('removeTitle', { mark })}
      action={t('remove')}
      danger
      act={() => api('DELETE /api/sub-assemblies/:id', { params: { id }, query: { version } })}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeText')}
    </ActionDialog>
  )
}

function MarkNotes({ contents: { items, outer, ownKg, wholeKg } }: { readonly contents: MarkContents }) {
  const { t } = useTranslation('assemblies')
  const marks = outer.map(({ mark, quantity }) => `${mark} (× ${quantity})`).join(', ')
  return (
    <p className="page-note">
      {items.length === 0 ? t('none') : t('note')}
      {items.length > 0 && ` ${t('weights', { own: gramsShown(ownKg), whole: gramsShown(wholeKg) })}`}
      {outer.length > 0 && ` · ${t('outer', { marks })}`}
    </p>
  )
}

const lineColumns = (t: T, open: (dialog: MarkDialog) => void): readonly Column<SubAssembly>[] => [
  {
    key: 'mark',
    title: t('field.mark'),
    width: 130,
    render: ({ mark, isImported }) => (
      <span>
        {mark}
        {isImported && <small> {t('imported')}</small>}
      </span>
    ),
  },
  { key: 'profile', title: t('common:marks.profile'), width: 130, render: ({ profile }) => profile },
  {
    key: 'quantity',
    title: t('field.quantity'),
    width: 90,
    align: 'right',
    render: ({ quantity }) => count(quantity),
  },
  {
    key: 'kg',
    title: t('field.netKg'),
    width: 110,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'weight',
    title: t('field.weight'),
    width: 130,
    render: ({ isWeightIncluded }) => t(isWeightIncluded ? 'included' : 'notIncluded'),
  },
  { key: 'built', title: t('field.built'), width: 80, align: 'right', render: ({ built }) => count(built) },
  {
    key: 'actions',
    title: t('common:field.actions'),
    width: { zh: 130, other: 250 },
    render: (line) => (
      <span className="page-actions">
        <ReasonButton size="small" allowed={line.can.edit} onClick={() => open({ kind: 'form', line })}>
          {t('common:action.edit')}
        </ReasonButton>
        <ReasonButton size="small" allowed={line.can.remove} onClick={() => open({ kind: 'remove', line })}>
          {t('remove')}
        </ReasonButton>
      </span>
    ),
  },
]

type LineValues = { mark: string; quantity: number; isWeightIncluded: boolean }

interface LineFormProps extends MarkProps {
  /** Null: a new one. */
  readonly line: SubAssembly | null
  readonly onClose: () => void
}

function LineForm({ markId, line, onClose }: LineFormProps) {
  const { t } = useTranslation('assemblies')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <FormDrawer<LineValues, MarkContents>
      title={line === null ? t('add') : t('editTitle', { mark: line.mark })}
      labels={{ mark: t('field.mark'), quantity: t('field.quantity'), isWeightIncluded: t('field.weight') }}
      initial={{
        values: {
          mark: line?.mark ?? '',
          quantity: line?.quantity ?? 1,
          isWeightIncluded: line?.isWeightIncluded ?? true,
        },
        version: line?.version ?? 0,
      }}
      save={({ mark, ...facts }, version) =>
        line === null
          ? api('POST /api/marks/:id/sub-assemblies', {
              params: { id: markId },
              body: { mark: mark.trim(), ...facts },
              idempotencyKey,
            })
          : api('PATCH /api/sub-assemblies/:id', { params: { id: line.id }, body: { version, ...facts } })
      }
      theirs={(current) => {
        const own = (current as MarkContents).items.find(({ id }) => id === line?.id)
        const { mark = '', quantity = 1, isWeightIncluded = true, version = 0 } = own ?? {}
        return { values: { mark, quantity, isWeightIncluded }, version }
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="mark" label={t('field.mark')} rules={rules}>
        <Input maxLength={200} disabled={line !== null} />
      </Form.Item>
      <Form.Item name="quantity" label={t('field.quantity')} rules={rules}>
        <InputNumber className="number-field" min={1} max={9999} precision={0} />
      </Form.Item>
      <Form.Item name="isWeightIncluded" label={t('field.weight')} extra={t('weightHelp')}>
        <Segmented
          options={[
            { value: true, label: t('included') },
            { value: false, label: t('notIncluded') },
          ]}
        />
      </Form.Item>
    </FormDrawer>
  )
}
